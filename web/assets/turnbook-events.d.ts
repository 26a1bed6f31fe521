// The events that front ends get, as TypeScript reads them.
// Written by `go test ./web -run TypesOfTheModule -update` from the schemas under /schemas/.
// Shapes grow by adding: a newer server may send more types and more members.

/** what a view does with a step event */
export type Outcome = "SHELL" | "TASK_BUILDER" | "CONTRIBUTION" | "DROP";

/** why a target is what it is, where the outcome does not say it */
export type Reason = "unclaimed" | "other_playbook" | "not_mounted" | "not_authorable" | "other_task" | "unaddressed";

/** why a request or a command came to nothing */
export type Code = "INVALID_JSON" | "INVALID_REQUEST" | "INVALID_ID" | "INVALID_CONTEXT" | "INVALID_CURSOR" | "INVALID_QUERY" | "INVALID_FILE" | "TOO_LARGE" | "FORBIDDEN" | "NOT_FOUND" | "UNKNOWN_SESSION" | "UNKNOWN_VIEW" | "OVERTAKEN" | "NO_HELLO" | "UNKNOWN_FRAME" | "ALTERED" | "NOT_ANCHORED" | "OTHERWISE" | "STILL_PARKED" | "BUSY" | "FULL" | "UNAVAILABLE" | "INTERNAL" | "TURN_RUNNING" | "CARD_OPEN" | "KEY_CONFLICT" | "UNKNOWN_TURN" | "NOT_EDITABLE" | "UNKNOWN_MODULE" | "UNKNOWN_TASK" | "LINKED_MODULE" | "INVALID_ARGUMENTS" | "UNKNOWN_CARD" | "CARD_SETTLED" | "WRONG_FINGERPRINT" | "LOCKED" | "ARCHIVED" | "MODEL_ROWS" | "UNKNOWN_TEMPLATE" | "UNKNOWN_STEP" | "NOT_BRANCHABLE" | "UNSEEN_STEPS" | "UNKNOWN_EDIT" | "UNDO_STALE" | "PLAN_MODE" | "INVALID_LAUNCH" | "UNSUPPORTED_MODE" | "UNKNOWN_OWNER" | "UNTRUSTED_PROJECT" | "INVALID_SCOPE" | "WORKSPACE_ARCHIVED" | "KEEPS_IDENTITY" | "LIMIT_REACHED" | "DEPTH_REACHED" | "MALFORMED_AGENT" | "UNKNOWN_AGENT" | "AGENT_NOT_SELECTABLE" | "AGENT_NOT_RUNNABLE" | "AGENT_DISABLED" | "UNREACHABLE" | "AGENT_CHANGED" | "CREATION_FAILED" | "SEND_FAILED" | "ALREADY_ENDED" | "UNKNOWN_MODEL" | "UNKNOWN_WORKSPACE" | "UNKNOWN_PROJECT" | "UNKNOWN_HANDLE" | "NO_PLAN";

/** Records that a user began a conversation. */
export interface SessionOpened {
  /** the playbook it was opened on */
  playbook?: string;
  /** whose session it is */
  user: string;
  /** the workspace whose conversation it is; absent in authoring */
  workspace_id?: string;
}

/** Records a context that came with a message sent without a view: it belongs to the session. */
export interface SessionContextChanged {
  /** when the client sent it by its own clock, RFC 3339; absent where it did not say */
  sent_at?: string;
  /** what is on the user's screen */
  ui_context: {
    /** how many builder surfaces are on screen */
    builder_mounts?: number | null;
    /** the page contribution that is registered, or null */
    contribution?: null | string;
    /** the task in the open builder; absent while none is mounted or none is loaded */
    current_task_id?: any;
    /** whether the canvas holds a draft */
    is_draft_active?: boolean | null;
    /** whether the playbook editor is on screen */
    is_playbook_editor_route?: boolean | null;
    /** the task in the builder's store, or null */
    loaded_task?: null | {
      /** where it lives: PLAYBOOK, LIBRARY_MODULE or LIBRARY_TASK */
      context?: null | string;
      /** a text or a number */
      id?: any;
      /** its playbook; absent in the library */
      playbook_id?: any;
    };
    /** playbook_editor, task, library_module, library, playbooks, or the host's own word */
    page?: null | string;
    /** the playbook on the canvas */
    playbook_id?: any;
  };
}

/** Records that a command of a user came to nothing, and why. */
export interface SessionCommandRefused {
  /** the card that was answered */
  card_id?: string;
  /** TURN_RUNNING, CARD_OPEN, KEY_CONFLICT, UNKNOWN_TURN, UNKNOWN_CARD, CARD_SETTLED or WRONG_FINGERPRINT */
  code: string;
  /** message, cancel or answer */
  command: string;
  /** the command's key */
  idempotency_key?: string;
  /** the turn that stands in the way, or was meant */
  turn_id?: string;
}

/** Records that steps which a view had dropped were applied later, on the user's word. */
export interface SessionDropsApplied {
  /** why nothing was let in, where the gate refused */
  code?: string;
  /** the boundary that was written, as in playbook/p1 */
  entity: string;
  /** the plan, <turn>.drops.<n> */
  plan_id: string;
  /** what no longer applies; the rest landed */
  refused?: ({
    /** why */
    code: string;
    /** why, in words */
    detail: string;
    /** the step event's id */
    event: string;
    /** the step that it is about; the first where it names several */
    step_id?: string;
    /** the task that it is about */
    task_id: string;
  })[] | null;
  /** where it was written; absent where nothing landed */
  seq?: number;
  /** the step events that were to be applied */
  steps: ({
    /** the step event's id */
    event: string;
    /** the step that it is about; the first where it names several */
    step_id?: string;
  })[] | null;
  /** the turn that wrote them */
  turn_id: string;
}

/** Records that a tab connected. */
export interface ViewOpened {
  /** the conversation that the tab shows */
  session?: string;
  /** who looks */
  user: string;
}

/** Records that a view shows something else than before. */
export interface ViewContextChanged {
  /** when the client sent it by its own clock, RFC 3339; absent where it did not say */
  sent_at?: string;
  /** what the view shows now */
  ui_context: {
    /** how many builder surfaces are on screen */
    builder_mounts?: number | null;
    /** the page contribution that is registered, or null */
    contribution?: null | string;
    /** the task in the open builder; absent while none is mounted or none is loaded */
    current_task_id?: any;
    /** whether the canvas holds a draft */
    is_draft_active?: boolean | null;
    /** whether the playbook editor is on screen */
    is_playbook_editor_route?: boolean | null;
    /** the task in the builder's store, or null */
    loaded_task?: null | {
      /** where it lives: PLAYBOOK, LIBRARY_MODULE or LIBRARY_TASK */
      context?: null | string;
      /** a text or a number */
      id?: any;
      /** its playbook; absent in the library */
      playbook_id?: any;
    };
    /** playbook_editor, task, library_module, library, playbooks, or the host's own word */
    page?: null | string;
    /** the playbook on the canvas */
    playbook_id?: any;
  };
}

/** Records that a tab is gone. Its last context stays, and its turn goes on. */
export interface ViewClosed {
  /** closed by the client, or lost */
  reason: string;
}

/** Records that a message came in and what was on screen. It is a recorded input: everything until the first model call follows from it. */
export interface TurnRequested {
  /** document positions that the decision read */
  basis?: Record<string, number>;
  /** about how many tokens of conversation and canvas a model may be shown before older talk is summed up; absent for no such limit */
  context_tokens?: number;
  /** in a workspace's session: under which agent the turn runs, and for whom; absent in authoring */
  delegation?: null | {
    /** the handles or background commands that the message speaks of */
    about?: string[] | null;
    /** the agent to run under */
    agent_id: string;
    /** behind a running turn: tool-end or turn-end */
    dispatch?: string;
    /** the delegated turn that this is, or goes on with; absent for none */
    handle_id?: string;
    /** the model, and which tier gave it */
    model: {
      /** of an ancestor: which one; absent in old books */
      of?: string;
      /** who chose it: explicit, bucket, configured, front_matter, ancestor, caller, owner or default */
      tier: string;
      /** the value */
      value: string;
    };
    /** who sent the message */
    origin: string;
    /** whose delegated turn it is */
    owner_workspace_id?: string;
    /** the definition that it must be; absent for any */
    pin?: null | {
      /** the id */
      agent_id: string;
      /** its bases, from the nearest on */
      chain?: ({
        /** the id */
        agent_id: string;
        /** SHA-256 of its bytes, in hex */
        digest: string;
        /** project, global or built-in */
        scope: string;
        /** the file */
        source: string;
      })[] | null;
      /** SHA-256 of its bytes, in hex */
      digest: string;
      /** project, global or built-in */
      scope: string;
      /** the file */
      source: string;
    };
    /** whether the workspace's saved agent stays as it was */
    skip_persistence?: boolean;
    /** whether it runs under that agent or fails */
    strict?: boolean;
    /** the level of thinking, and which tier gave it */
    thinking: {
      /** of an ancestor: which one; absent in old books */
      of?: string;
      /** who chose it: explicit, bucket, configured, front_matter, ancestor, caller, owner or default */
      tier: string;
      /** the value */
      value: string;
    };
    /** the workspace */
    workspace_id: string;
  };
  /** SHA-256 over the canonical command, to tell a repetition from a conflict */
  digest: string;
  /** the command's key; the turn id is made of session and key */
  idempotency_key: string;
  /** the caller's own name of the message, by which it knows it again; absent for none */
  message_id?: string;
  /** whether the caller chose to wait behind a running turn */
  queue?: boolean;
  /** when the client sent it by its own clock, RFC 3339; absent where it did not say */
  sent_at?: string;
  /** what the user wrote */
  text: string;
  /** what the view, or the session without one, showed at that moment */
  ui_context: {
    /** how many builder surfaces are on screen */
    builder_mounts?: number | null;
    /** the page contribution that is registered, or null */
    contribution?: null | string;
    /** the task in the open builder; absent while none is mounted or none is loaded */
    current_task_id?: any;
    /** whether the canvas holds a draft */
    is_draft_active?: boolean | null;
    /** whether the playbook editor is on screen */
    is_playbook_editor_route?: boolean | null;
    /** the task in the builder's store, or null */
    loaded_task?: null | {
      /** where it lives: PLAYBOOK, LIBRARY_MODULE or LIBRARY_TASK */
      context?: null | string;
      /** a text or a number */
      id?: any;
      /** its playbook; absent in the library */
      playbook_id?: any;
    };
    /** playbook_editor, task, library_module, library, playbooks, or the host's own word */
    page?: null | string;
    /** the playbook on the canvas */
    playbook_id?: any;
  };
  /** the origin view: its stores decide what is flushed */
  view_id?: string;
}

/** Records that a turn left the queue and runs. */
export interface TurnStarted {
}

/** Records that the session's pinned domain was let go. */
export interface TurnDomainUnpinned {
  /** who was pinned */
  domain: string;
  /** bucket_changed or handed_back */
  reason: string;
}

/** Records who owns the turn from here on. */
export interface TurnDomainDispatched {
  /** pin, router, fallback or redirect */
  by: string;
  /** who takes the turn */
  domain: string;
  /** 0 for the first dispatch of the message; 3 is the last */
  hop: number;
}

/** Records that the next message of this session goes to the same domain without a classification, as long as its bucket is the same. */
export interface TurnDomainPinned {
  /** who is pinned */
  domain: string;
}

/** Records that a domain declined the turn: the active domain is the router and the hand-off context is cleared, in one fact, since a turn with one and not the other is stranded. */
export interface TurnHandedBack {
  /** always router */
  active_domain: string;
  /** all who declined this message, in order */
  declined: string[] | null;
  /** who declined */
  domain: string;
  /** always null */
  handoff_context: null | string;
  /** the hop that was spent */
  hop: number;
  /** why, in the domain's words */
  reason: string;
}

/** Records that the oldest messages are summed up: from here on a model is shown the summary in their place, as data. The messages stay in the book. */
export interface TurnTalkCompacted {
  /** the model call that wrote the summary */
  call_id: string;
  /** how many messages are summed up */
  messages: number;
  /** what stands in their place, and in that of an earlier summary */
  summary: string;
}

/** Records that the oldest messages are shown to models no more, and that nothing stands in their place, since summing them up came to nothing. An earlier summary stays. */
export interface TurnTalkLeftOut {
  /** the last model call that was to sum them up */
  call_id: string;
  /** why there is no summary, as the model call has it */
  code: string;
  /** how many messages are left out */
  messages: number;
}

/** Records a finished message of the agent that owns the turn. */
export interface TurnMessageWritten {
  /** the model call that wrote it; its deltas carried this id */
  call_id: string;
  /** who speaks */
  domain: string;
  /** what it says */
  text: string;
}

/** Records a line of progress as it stands from here on. */
export interface TurnRowChanged {
  /** what is happening, or what came of it */
  detail?: string;
  /** the row; t{module_index}_{task_index} for a fan-out */
  row_id: string;
  /** pending, running, done, unchanged or failed */
  status: string;
  /** what is worked on */
  title: string;
}

/** Records what an agent calls its work. Rows are not the model's to say: they follow from the tree. */
export interface TurnProgressTitled {
  /** the title of the rows */
  title: string;
}

/** Records replies that the user may pick. */
export interface TurnRepliesSuggested {
  /** what may be said next, in order */
  replies: string[] | null;
}

/** Records, at a turn's boundary, which step events go into the saved tree and which the origin view dropped. It is a recorded input: its basis holds the position up to which the origin view was read. */
export interface TurnFlushPlanned {
  /** positions that the plan read */
  basis?: Record<string, number>;
  /** what the origin view dropped; it is kept and can be applied later */
  drops?: ({
    /** the step event's id */
    event: string;
    /** why nobody applies it */
    reason: string;
    /** the step that it is about; the first where it names several */
    step_id?: string;
    /** the task that it is about */
    task_id: string;
  })[] | null;
  /** the plan, <turn>.flush.<n> */
  plan_id: string;
  /** what is flushed, by task */
  tasks: ({
    /** its context, which chooses the path */
    context: string;
    /** the flush path */
    path: string;
    /** its playbook; absent in the library */
    playbook_id?: string;
    /** the step events to apply, in order */
    steps: ({
      /** the step event's id */
      event: string;
      /** the step that it is about; the first where it names several */
      step_id?: string;
    })[] | null;
    /** the task */
    task_id: string;
  })[] | null;
}

/** Records that a document took its part of a plan. It is a recorded input. */
export interface TurnFlushApplied {
  /** how many step events landed */
  applied: number;
  /** document positions that the decision on it read */
  basis?: Record<string, number>;
  /** the boundary that was written, as in playbook/p1 */
  entity: string;
  /** the plan */
  plan_id: string;
  /** what no longer applies; the rest landed */
  refused?: ({
    /** why */
    code: string;
    /** why, in words */
    detail: string;
    /** the step event's id */
    event: string;
    /** the step that it is about; the first where it names several */
    step_id?: string;
    /** the task that it is about */
    task_id: string;
  })[] | null;
  /** where it was written */
  seq: number;
}

/** Records that a document's gate let nothing in. It is a recorded input. */
export interface TurnFlushRefused {
  /** document positions that the decision on it read */
  basis?: Record<string, number>;
  /** which rung refused */
  code: string;
  /** the boundary that was to be written */
  entity: string;
  /** the gate */
  ladder: {
    /** the document positions that the rule read */
    basis?: Record<string, number>;
    /** what the rule decided */
    outcome: string;
    /** name and version of the rule, as in redirect/1 */
    rule: string;
    /** the checks in the order they were tried; those after the deciding one are absent */
    rungs: ({
      /** whether it held */
      held: boolean;
      /** what the check looked at, as text */
      input: string;
      /** what was asked */
      name: string;
    })[] | null;
  };
  /** the plan */
  plan_id: string;
}

/** Records that a turn waits for a person's yes, before the tool runs. The card outlives process, tab and day; it is answerable once. */
export interface TurnInterruptRaised {
  /** document positions that the plan read */
  basis?: Record<string, number>;
  /** the tool call that waits */
  call_id: string;
  /** the card, minted here and never derived from a position */
  card_id: string;
  /** the steps that go with them */
  cascade: ({
    /** the step */
    step_id: string;
    /** its title when the card was raised */
    title: string;
  })[] | null;
  /** SHA-256 over the canonical plan: tool, target ids, cascade ids, and those steps' content */
  fingerprint: string;
  /** whose call it is */
  lane: string;
  /** the task's playbook; absent in the library */
  playbook_id?: string;
  /** the steps that are named */
  targets: ({
    /** the step */
    step_id: string;
    /** its title when the card was raised */
    title: string;
  })[] | null;
  /** the task that it would change */
  task_id: string;
  /** the tool */
  tool: string;
}

/** Records a person's answer. It is a recorded input: first writer wins. */
export interface TurnInterruptAnswered {
  /** document positions that the decision on it read */
  basis?: Record<string, number>;
  /** the card */
  card_id: string;
  /** confirm or decline */
  decision: string;
  /** of the plan that the person saw */
  fingerprint: string;
  /** when the client sent it by its own clock, RFC 3339; absent where it did not say */
  sent_at?: string;
}

/** Records that a card was confirmed and the tree had moved under it: nothing is done, and the card is settled for good. */
export interface TurnInterruptStale {
  /** the card */
  card_id: string;
  /** of the plan as it would be now */
  fingerprint: string;
  /** the check at execution */
  ladder: {
    /** the document positions that the rule read */
    basis?: Record<string, number>;
    /** what the rule decided */
    outcome: string;
    /** name and version of the rule, as in redirect/1 */
    rule: string;
    /** the checks in the order they were tried; those after the deciding one are absent */
    rungs: ({
      /** whether it held */
      held: boolean;
      /** what the check looked at, as text */
      input: string;
      /** what was asked */
      name: string;
    })[] | null;
  };
}

/** Records that a card was left unanswered: a new message came, or the turn was stopped. */
export interface TurnInterruptSuperseded {
  /** the card */
  card_id: string;
  /** new_message or cancelled */
  reason: string;
}

/** Records that somebody stopped the turn. What was written stays. It is a recorded input. */
export interface TurnCancelRequested {
  /** document positions that the decision on it read */
  basis?: Record<string, number>;
  /** why, if told */
  reason?: string;
  /** when the client sent it by its own clock, RFC 3339; absent where it did not say */
  sent_at?: string;
}

/** Records the end of a turn. A turn has exactly one. */
export interface TurnEnded {
  /** the closing line: what was built, left unchanged, dropped */
  closing?: string;
  /** hops spent */
  hops: number;
  /** completed, cancelled or failed */
  status: string;
  /** why it ended */
  stop_reason: string;
}

/** Records a new step. The address (coordinates on path A, a task id on path B) is all that differs between the paths. */
export interface TaskStepAdded {
  /** names of the branches of a kind that has them */
  branches?: string[] | null;
  /** how */
  description?: string;
  /** INSTRUCTION, FORM, APPROVAL, DECISION, UPLOAD or EMAIL */
  kind: string;
  /** path A: index of the module on the canvas, from 0 */
  module_index?: any;
  /** where it stands */
  place: {
    /** the sibling before it; absent for the first place */
    after_id?: string;
    /** the parent's branch */
    branch?: string;
    /** the step that holds it; absent at the top of the task */
    parent_id?: string;
  };
  /** minted id, <turn>.<lane>.<n> */
  step_id: string;
  /** path B: the bound task */
  task_id?: any;
  /** path A: index of the task in its module, from 0 */
  task_index?: any;
  /** what is to be done */
  title: string;
}

/** Records new words or another kind for a step. An absent field stays as it was. */
export interface TaskStepUpdated {
  /** the new description */
  description?: null | string;
  /** the new kind */
  kind?: string;
  /** path A: index of the module on the canvas, from 0 */
  module_index?: any;
  /** the step */
  step_id: string;
  /** path B: the bound task */
  task_id?: any;
  /** path A: index of the task in its module, from 0 */
  task_index?: any;
  /** the new title */
  title?: null | string;
}

/** Records that steps are gone, with what they held. It takes exactly what it lists: a step that came to stand inside meanwhile, and that nobody saw when the removal was decided, keeps all of it in place. */
export interface TaskStepsRemoved {
  /** the steps that they held */
  cascade_ids?: string[] | null;
  /** path A: index of the module on the canvas, from 0 */
  module_index?: any;
  /** the steps, as they were named */
  step_ids: string[] | null;
  /** path B: the bound task */
  task_id?: any;
  /** path A: index of the task in its module, from 0 */
  task_index?: any;
}

/** Records that a step stands elsewhere, with what it holds. */
export interface TaskStepMoved {
  /** path A: index of the module on the canvas, from 0 */
  module_index?: any;
  /** where it stands now */
  place: {
    /** the sibling before it; absent for the first place */
    after_id?: string;
    /** the parent's branch */
    branch?: string;
    /** the step that holds it; absent at the top of the task */
    parent_id?: string;
  };
  /** the step */
  step_id: string;
  /** path B: the bound task */
  task_id?: any;
  /** path A: index of the task in its module, from 0 */
  task_index?: any;
}

/** Records the document of a FORM step, whole. */
export interface TaskFormWritten {
  /** the form document: elements_map and order */
  form: any;
  /** path A: index of the module on the canvas, from 0 */
  module_index?: any;
  /** the FORM step */
  step_id: string;
  /** path B: the bound task */
  task_id?: any;
  /** path A: index of the task in its module, from 0 */
  task_index?: any;
}

/** Records that a write to a task's steps, or to a document, was refused, with the rungs that say why. */
export interface TaskWriteRefused {
  /** its call */
  call_id?: string;
  /** which rung refused */
  code: string;
  /** the refusal in words, as the model and the user are told */
  detail: string;
  /** the gate */
  ladder: {
    /** the document positions that the rule read */
    basis?: Record<string, number>;
    /** what the rule decided */
    outcome: string;
    /** name and version of the rule, as in redirect/1 */
    rule: string;
    /** the checks in the order they were tried; those after the deciding one are absent */
    rungs: ({
      /** whether it held */
      held: boolean;
      /** what the check looked at, as text */
      input: string;
      /** what was asked */
      name: string;
    })[] | null;
  };
  /** whose call */
  lane?: string;
  /** the step that was to be written */
  step_id?: string;
  /** the task that was to be written, where one was resolved */
  task_id?: string;
  /** the tool, or the edit by hand, that wanted to write */
  tool: string;
}

/** Records an empty draft. */
export interface PlaybookCreated {
  /** what it is about */
  title: string;
}

/** Records a draft that came from a file, whole. */
export interface PlaybookImported {
  /** more of it */
  description?: string;
  /** SHA-256 of the file */
  digest: string;
  /** markdown or cacao-2.0 */
  format: string;
  /** all that it holds */
  modules: ({
    /** the module */
    id: string;
    /** the library module that it shows; its id is then this one too */
    linked?: string;
    /** its tasks, in order */
    tasks?: ({
      /** more of it */
      description?: string;
      /** the task */
      id: string;
      /** its steps, in order */
      steps?: Step[] | null;
      /** what it is about */
      title: string;
    })[] | null;
    /** what it is about */
    title: string;
  })[] | null;
  /** what was mapped, what was not, and why */
  report?: ({
    /** what was done with it, and why */
    because: string;
    /** mapped, kept, dropped or broken */
    kind: string;
    /** line of the source, from 1 */
    line?: number;
    /** place in the source, as a JSON Pointer, where it has no lines */
    path?: string;
    /** the thing */
    what: string;
  })[] | null;
  /** name of the file */
  source: string;
  /** what it is about */
  title: string;
}

/** Records a new title. */
export interface PlaybookRenamed {
  /** the new title */
  title: string;
}

/** Records that the draft is in force and closed to writers. It drains the pending activity. */
export interface PlaybookPublished {
  /** what had happened since the last time, in order */
  activity?: ({
    /** position of the event */
    seq: number;
    /** how many things it changed */
    size: number;
    /** whose doing it was */
    user: string;
    /** the event's type */
    what: string;
  })[] | null;
  /** who published it */
  user?: string;
}

/** Records that the playbook is out of use. */
export interface PlaybookArchived {
  /** who archived it */
  user?: string;
}

/** Records who may write the draft, for how long. */
export interface PlaybookEditLockTaken {
  /** whom it was taken over from */
  from?: string;
  /** when it expires */
  until: string;
  /** who holds it */
  user: string;
}

/** Records that nobody holds the draft. */
export interface PlaybookEditLockReleased {
  /** who held it */
  user: string;
}

/** Records a new module of the playbook's own. */
export interface PlaybookModuleAdded {
  /** the module before it; absent for the first place */
  after_id?: string;
  /** the module */
  module_id: string;
  /** what it is about */
  title: string;
}

/** Records that the playbook shows a module of the library. */
export interface PlaybookModuleLinked {
  /** the module before it; absent for the first place */
  after_id?: string;
  /** the library module */
  module_id: string;
}

/** Records a module's new title. */
export interface PlaybookModuleRenamed {
  /** the module */
  module_id: string;
  /** the new title */
  title: string;
}

/** Records that a module stands elsewhere. */
export interface PlaybookModuleMoved {
  /** the module before it now; absent for the first place */
  after_id?: string;
  /** the module */
  module_id: string;
}

/** Records a new task. */
export interface PlaybookTaskAdded {
  /** the task before it; absent for the first place */
  after_id?: string;
  /** more of it */
  description?: string;
  /** the module that holds it */
  module_id: string;
  /** the task */
  task_id: string;
  /** what it is about */
  title: string;
}

/** Records a task's new title. */
export interface PlaybookTaskRenamed {
  /** the task */
  task_id: string;
  /** the new title */
  title: string;
}

/** Records that a task stands elsewhere, in its module or another. */
export interface PlaybookTaskMoved {
  /** the task before it now; absent for the first place */
  after_id?: string;
  /** the module that holds it now */
  module_id: string;
  /** the task */
  task_id: string;
}

/** Records that a playbook took the steps of a turn into its saved tree. Each step event landed whole or is not in the list. */
export interface PlaybookStepsFlushed {
  /** the plan that asked for it */
  plan_id: string;
  /** what no longer applied */
  refused?: ({
    /** why */
    code: string;
    /** why, in words */
    detail: string;
    /** the step event's id */
    event: string;
    /** the step that it is about; the first where it names several */
    step_id?: string;
    /** the task that it is about */
    task_id: string;
  })[] | null;
  /** whose steps they are */
  session_id: string;
  /** what landed, in order */
  steps: ({
    /** its data, address included, as it stands in the session */
    data: any;
    /** id of the session's step event */
    event: string;
    /** the task that it changes */
    task_id: string;
    /** its event type */
    type: string;
  })[] | null;
  /** for whom */
  user: string;
}

/** Records that a person changed the steps of a task by hand, all of it at once. What takes it back is decided with it, so that an undo looks at nothing but this event and the tree. */
export interface PlaybookStepsEdited {
  /** SHA-256 of what was asked, so that a repetition is told from another ask under the same key */
  ask: string;
  /** the step events that take it back, in order */
  inverse: ({
    /** its data, with the task's address */
    data: any;
    /** its event type */
    type: string;
  })[] | null;
  /** the gate */
  ladder: {
    /** the document positions that the rule read */
    basis?: Record<string, number>;
    /** what the rule decided */
    outcome: string;
    /** name and version of the rule, as in redirect/1 */
    rule: string;
    /** the checks in the order they were tried; those after the deciding one are absent */
    rungs: ({
      /** whether it held */
      held: boolean;
      /** what the check looked at, as text */
      input: string;
      /** what was asked */
      name: string;
    })[] | null;
  };
  /** the step events, in order, addressed to the task */
  steps: ({
    /** its data, address included, as it stands in the session */
    data: any;
    /** id of the session's step event */
    event: string;
    /** the task that it changes */
    task_id: string;
    /** its event type */
    type: string;
  })[] | null;
  /** the task */
  task_id: string;
  /** the steps that it made, changed, moved or took away */
  touched: ({
    /** in an undo, position of the change that it stands as again */
    now?: number;
    /** the step */
    step_id: string;
    /** position of the change that it stood as before; absent for none since it came with its task */
    was?: number;
  })[] | null;
  /** id of the edit by hand that it takes back; undoing an undo is a redo */
  undoes?: string;
  /** whose hand it was */
  user: string;
}

/** Records a module of the library, with its tasks. */
export interface LibraryModuleAdded {
  /** the module before it; empty for the first place, absent for the last */
  after_id?: null | string;
  /** the module, whole */
  module: {
    /** the module */
    id: string;
    /** the library module that it shows; its id is then this one too */
    linked?: string;
    /** its tasks, in order */
    tasks?: ({
      /** more of it */
      description?: string;
      /** the task */
      id: string;
      /** its steps, in order */
      steps?: Step[] | null;
      /** what it is about */
      title: string;
    })[] | null;
    /** what it is about */
    title: string;
  };
}

/** Records the new title of a module of the library. Playbooks that link it show the title, too. */
export interface LibraryModuleRenamed {
  /** the module */
  module_id: string;
  /** the new title */
  title: string;
}

/** Records that a module stands elsewhere in the library. */
export interface LibraryModuleMoved {
  /** the module before it now; absent for the first place */
  after_id?: string;
  /** the module */
  module_id: string;
}

/** Records that a module of the library is out of use. */
export interface LibraryModuleArchived {
  /** the module */
  module_id: string;
}

/** Records a task that stands in the library on its own, or in one of its modules. */
export interface LibraryTaskAdded {
  /** the task before it; empty for the first place, absent for the last */
  after_id?: null | string;
  /** the library module that holds it; absent for a task on its own */
  module_id?: string;
  /** the task, whole */
  task: {
    /** more of it */
    description?: string;
    /** the task */
    id: string;
    /** its steps, in order */
    steps?: Step[] | null;
    /** what it is about */
    title: string;
  };
}

/** Records the new title of a task of the library. */
export interface LibraryTaskRenamed {
  /** the task */
  task_id: string;
  /** the new title */
  title: string;
}

/** Records that a task of the library stands elsewhere: in a module, or on its own. */
export interface LibraryTaskMoved {
  /** the task before it now; absent for the first place */
  after_id?: string;
  /** the module that holds it now; absent for a task on its own */
  module_id?: string;
  /** the task */
  task_id: string;
}

/** Records that a task of the library is out of use. */
export interface LibraryTaskArchived {
  /** the task */
  task_id: string;
}

/** Records a template of steps. A second one of the same id takes the place of the first. */
export interface LibraryTemplateAdded {
  /** the template, whole */
  template: {
    /** more of it */
    description?: string;
    /** the template */
    id: string;
    /** its steps, in order */
    steps: Step[] | null;
    /** what it is for */
    title: string;
  };
}

/** Records a form that came from a file, whole: a template of one FORM step, to copy from, and the file itself, so that what is exported equals what came in. */
export interface LibraryFormImported {
  /** SHA-256 of the file */
  digest: string;
  /** form.io or surveyjs */
  format: string;
  /** the file, in canonical form */
  original: any;
  /** what was mapped, what was not, and why */
  report?: ({
    /** what was done with it, and why */
    because: string;
    /** mapped, kept, dropped or broken */
    kind: string;
    /** line of the source, from 1 */
    line?: number;
    /** place in the source, as a JSON Pointer, where it has no lines */
    path?: string;
    /** the thing */
    what: string;
  })[] | null;
  /** name of the file */
  source: string;
  /** the template: one FORM step with the form's document */
  template: {
    /** more of it */
    description?: string;
    /** the template */
    id: string;
    /** its steps, in order */
    steps: Step[] | null;
    /** what it is for */
    title: string;
  };
}

/** Records that the library took the steps of a turn. */
export interface LibraryStepsFlushed {
  /** the plan that asked for it */
  plan_id: string;
  /** what no longer applied */
  refused?: ({
    /** why */
    code: string;
    /** why, in words */
    detail: string;
    /** the step event's id */
    event: string;
    /** the step that it is about; the first where it names several */
    step_id?: string;
    /** the task that it is about */
    task_id: string;
  })[] | null;
  /** whose steps they are */
  session_id: string;
  /** what landed, in order */
  steps: ({
    /** its data, address included, as it stands in the session */
    data: any;
    /** id of the session's step event */
    event: string;
    /** the task that it changes */
    task_id: string;
    /** its event type */
    type: string;
  })[] | null;
  /** for whom */
  user: string;
}

/** Records that a person changed the steps of a task of the library by hand. */
export interface LibraryStepsEdited {
  /** SHA-256 of what was asked, so that a repetition is told from another ask under the same key */
  ask: string;
  /** the step events that take it back, in order */
  inverse: ({
    /** its data, with the task's address */
    data: any;
    /** its event type */
    type: string;
  })[] | null;
  /** the gate */
  ladder: {
    /** the document positions that the rule read */
    basis?: Record<string, number>;
    /** what the rule decided */
    outcome: string;
    /** name and version of the rule, as in redirect/1 */
    rule: string;
    /** the checks in the order they were tried; those after the deciding one are absent */
    rungs: ({
      /** whether it held */
      held: boolean;
      /** what the check looked at, as text */
      input: string;
      /** what was asked */
      name: string;
    })[] | null;
  };
  /** the step events, in order, addressed to the task */
  steps: ({
    /** its data, address included, as it stands in the session */
    data: any;
    /** id of the session's step event */
    event: string;
    /** the task that it changes */
    task_id: string;
    /** its event type */
    type: string;
  })[] | null;
  /** the task */
  task_id: string;
  /** the steps that it made, changed, moved or took away */
  touched: ({
    /** in an undo, position of the change that it stands as again */
    now?: number;
    /** the step */
    step_id: string;
    /** position of the change that it stood as before; absent for none since it came with its task */
    was?: number;
  })[] | null;
  /** id of the edit by hand that it takes back; undoing an undo is a redo */
  undoes?: string;
  /** whose hand it was */
  user: string;
}

/** Records under which agent a workspace's turn runs, or that the one that was named is not to be had. It is a recorded input: the definition was read in the checkout at that moment. */
export interface TurnAgentResolved {
  /** the agent that it runs under; absent where it fails */
  agent_id?: string;
  /** the agent that the turn was to run under */
  asked_agent_id: string;
  /** positions that it read */
  basis?: Record<string, number>;
  /** why the turn fails; absent where it runs */
  code?: string;
  /** the file that won, and its bases */
  definition?: null | {
    /** the id */
    agent_id: string;
    /** its bases, from the nearest on */
    chain?: ({
      /** the id */
      agent_id: string;
      /** SHA-256 of its bytes, in hex */
      digest: string;
      /** project, global or built-in */
      scope: string;
      /** the file */
      source: string;
    })[] | null;
    /** SHA-256 of its bytes, in hex */
    digest: string;
    /** project, global or built-in */
    scope: string;
    /** the file */
    source: string;
  };
  /** why, in words */
  detail?: string;
  /** what was checked */
  ladder: {
    /** the document positions that the rule read */
    basis?: Record<string, number>;
    /** what the rule decided */
    outcome: string;
    /** name and version of the rule, as in redirect/1 */
    rule: string;
    /** the checks in the order they were tried; those after the deciding one are absent */
    rungs: ({
      /** whether it held */
      held: boolean;
      /** what the check looked at, as text */
      input: string;
      /** what was asked */
      name: string;
    })[] | null;
  };
  /** for a planner: the one file that it may edit, as it must be spelled */
  plan_file?: string;
  /** whether it plans, and another carries out */
  plan_like?: boolean;
  /** its standing orders, bases and all */
  prompt?: string;
  /** the tool that it must call */
  required?: string;
  /** what it may use */
  tools: string[] | null;
}

/** Records that agents may work on a git repository. */
export interface ProjectRegistered {
  /** the branch that was checked out then */
  branch?: string;
  /** where its new workspaces are made, [user@]host[:port] over ssh; absent for the host of the service */
  host?: string;
  /** what people call it */
  name: string;
  /** the workspace that people launch from: the repository's own folder */
  owner_workspace_id: string;
  /** the root of its repository, on the host of the service */
  path: string;
  /** the folder in the repository that is meant; absent for all of it */
  sub?: string;
  /** whether turns may be launched in it */
  trusted: boolean;
}

/** Records that a person trusts a repository with agents, or no more. */
export interface ProjectTrustSet {
  /** whether turns may be launched in it from here on */
  trusted: boolean;
}

/** Records where a project's new workspaces are made. */
export interface ProjectHostSet {
  /** [user@]host[:port] over ssh; absent for the host of the service */
  host?: string;
}

/** Records that there is a workspace: one checkout of a project, and one conversation, whose session has the workspace's id. */
export interface WorkspaceCreated {
  /** for a sub-agent's: its identity, until it hands a plan on */
  agent_id?: string;
  /** where it is */
  checkout: {
    /** what a new branch began at */
    base?: string;
    /** the branch that it was made for */
    branch?: string;
    /** for ssh: [user@]host[:port] */
    host?: string;
    /** local, worktree or ssh */
    kind: string;
    /** the folder, on its own host */
    path: string;
    /** the project's repository, on the host of the service */
    repo: string;
    /** the sub-project: a folder of the checkout */
    sub?: string;
  };
  /** for a sub-agent's: how far below the top it is, from 1 */
  depth?: number;
  /** whether it goes when its turn has settled */
  disposable?: boolean;
  /** the delegated turn that it was made for; absent for none */
  handle_id?: string;
  /** unique in its project; made of the branch, and proof of nothing: two branches can come to one name */
  name: string;
  /** the workspace that launched it; absent for a person's */
  owner_workspace_id?: string;
  /** for a sub-agent's: the workspace of the agent that it works for */
  parent_workspace_id?: string;
  /** the project */
  project_id: string;
  /** for a sub-agent's: whether the checkout is its parent's */
  shared?: boolean;
  /** what people read */
  title: string;
}

/** Records that a checkout is there for the first time. */
export interface WorkspaceProvisioned {
  /** the commit that is checked out */
  head: string;
  /** the folder, on its own host */
  path: string;
}

/** Records the agent that a workspace's next turn runs under, and that agent's model and thinking. An override of one turn is never saved (workspace-turns.md 4.6). */
export interface WorkspaceSettingsSaved {
  /** the saved agent */
  agent_id: string;
  /** that agent's model here; absent for none of its own */
  model?: string;
  /** that agent's level of thinking here; absent for none of its own */
  thinking?: string;
  /** the turn that it was sent with; absent for a person's choice */
  turn_id?: string;
}

/** Records that a sub-agent has handed its plan in, and that its workspace is another agent's from here on, which carries it out. */
export interface WorkspaceHandedOn {
  /** whose it is now: its identity */
  agent_id: string;
  /** the planner whose workspace it was */
  from_agent_id: string;
  /** the turn that proposed the plan */
  turn_id: string;
}

/** Records that nothing is launched here until it is taken out again. */
export interface WorkspaceArchived {
}

/** Records that a workspace was taken out of the archive. */
export interface WorkspaceUnarchived {
}

/** Records that a checkout is gone. Its conversation stays. */
export interface WorkspaceRemoved {
  /** the settled turn whose disposable workspace it was; absent for a person's removal */
  handle_id?: string;
  /** what was left in place, and why; absent for nothing */
  left?: string;
}

/** Records that a checkout could not be taken away. */
export interface WorkspaceRemovalFailed {
  /** the settled turn whose disposable workspace it was */
  handle_id?: string;
  /** what went wrong */
  reason: string;
}

/** Records, with its owner, that a launch came to nothing. No turn ran and, unless the ladder says so, nothing was made. */
export interface WorkspaceLaunchRefused {
  /** what was asked for */
  asked: {
    /** the agent that was named, as it came; absent for none */
    agent_id?: string;
    /** the branch that was named */
    branch?: string;
    /** its tool call */
    call_id?: string;
    /** workspace_turn or agent_task */
    kind: string;
    /** for a workspace turn: new, existing or fork */
    mode?: string;
    /** the model that was named */
    model?: string;
    /** the level of thinking that was named */
    thinking?: string;
    /** the title */
    title?: string;
    /** the base branch that was named */
    trunk?: string;
    /** the turn whose agent asked; absent for a person or a program */
    turn_id?: string;
    /** the workspace that was named */
    workspace_id?: string;
  };
  /** why */
  code: string;
  /** why, in words */
  detail: string;
  /** what was checked, in order, up to the rung that failed */
  ladders: ({
    /** the document positions that the rule read */
    basis?: Record<string, number>;
    /** what the rule decided */
    outcome: string;
    /** name and version of the rule, as in redirect/1 */
    rule: string;
    /** the checks in the order they were tried; those after the deciding one are absent */
    rungs: ({
      /** whether it held */
      held: boolean;
      /** what the check looked at, as text */
      input: string;
      /** what was asked */
      name: string;
    })[] | null;
  })[] | null;
}

/** Records a delegated turn before anything of it runs. Who it is and whose never changes. */
export interface HandleCreated {
  /** the agent that it runs under */
  agent_id: string;
  /** the agent that was named; absent for none */
  asked_agent_id?: string;
  /** absent where the launch failed already and its caller was told */
  attention_policy?: string;
  /** its tool call */
  caller_call_id?: string;
  /** the turn whose agent asked */
  caller_turn_id?: string;
  /** whether the workspace was made for it: what makes it the owner's, for good */
  created_workspace?: boolean;
  /** for a sub-agent: how far below the top, from 1 */
  depth?: number;
  /** for a queued one: tool-end or turn-end */
  dispatch?: string;
  /** whether the workspace goes when it has settled */
  disposable?: boolean;
  /** workspace_turn or agent_task */
  kind: string;
  /** all that was checked: eligibility, vouching, reachability */
  ladders?: ({
    /** the document positions that the rule read */
    basis?: Record<string, number>;
    /** what the rule decided */
    outcome: string;
    /** name and version of the rule, as in redirect/1 */
    rule: string;
    /** the checks in the order they were tried; those after the deciding one are absent */
    rungs: ({
      /** whether it held */
      held: boolean;
      /** what the check looked at, as text */
      input: string;
      /** what was asked */
      name: string;
    })[] | null;
  })[] | null;
  /** new or existing */
  mode: string;
  /** the model, and which tier gave it */
  model: {
    /** of an ancestor: which one; absent in old books */
    of?: string;
    /** who chose it: explicit, bucket, configured, front_matter, ancestor, caller, owner or default */
    tier: string;
    /** the value */
    value: string;
  };
  /** who asked, and gets the outcome */
  owner_workspace_id: string;
  /** the definition that the launch was validated with; absent where no agent was named */
  pin?: null | {
    /** the id */
    agent_id: string;
    /** its bases, from the nearest on */
    chain?: ({
      /** the id */
      agent_id: string;
      /** SHA-256 of its bytes, in hex */
      digest: string;
      /** project, global or built-in */
      scope: string;
      /** the file */
      source: string;
    })[] | null;
    /** SHA-256 of its bytes, in hex */
    digest: string;
    /** project, global or built-in */
    scope: string;
    /** the file */
    source: string;
  };
  /** the message of the turn */
  prompt: string;
  /** whether the workspace's saved agent stays as it was */
  skip_persistence?: boolean;
  /** queued or running */
  status: string;
  /** whether it runs under the pinned definition or fails */
  strict?: boolean;
  /** the level of thinking, and which tier gave it */
  thinking: {
    /** of an ancestor: which one; absent in old books */
    of?: string;
    /** who chose it: explicit, bucket, configured, front_matter, ancestor, caller, owner or default */
    tier: string;
    /** the value */
    value: string;
  };
  /** what people read */
  title: string;
  /** the turn, in the session of that workspace */
  turn_id: string;
  /** in which checkout: target or owner; absent where no agent was named */
  validated?: string;
  /** where it runs */
  workspace_id: string;
}

/** Records that the workspace took a queued turn up. */
export interface HandleAccepted {
}

/** Records the end of a delegated turn. The first end wins; a stale, superseded or failed one may be settled again by later evidence of the same turn, as the next generation. */
export interface HandleSettled {
  /** why, where it did not complete */
  code?: string;
  /** why, in words */
  error?: string;
  /** which end this is, from 1: an owner is woken once for each */
  generation: number;
  /** how it came to its end */
  reason: string;
  /** what it reports, in Markdown */
  report?: string;
  /** completed, interrupted or error */
  status: string;
  /** why that turn ended */
  stop_reason?: string;
  /** the turn that ended; absent where none ran */
  turn_id?: string;
}

/** Records that a turn that was taken for gone goes on. */
export interface HandleRevived {
  /** the turn that is seen at work */
  turn_id: string;
}

/** Records what a sub-agent tells its parent on the way. */
export interface HandleProgressed {
  /** the tool call that told it: once for each */
  call_id: string;
  /** what it tells */
  text: string;
}

/** A Branch is a named bucket of steps. */
export interface Branch {
  /** the branch */
  name: string;
  /** its steps, in order */
  steps?: Step[] | null;
}

/** A Step is a step as a document holds it. */
export interface Step {
  /** what it holds */
  branches?: Branch[] | null;
  /** how */
  description?: string;
  /** the form document of a FORM step */
  form?: any;
  /** the step */
  id: string;
  /** INSTRUCTION, FORM, APPROVAL, DECISION, UPLOAD or EMAIL */
  kind: string;
  /** what is to be done */
  title: string;
}

/** The data of each type of event. */
export interface EventData {
  "session.opened": SessionOpened;
  "session.context-changed": SessionContextChanged;
  "session.command-refused": SessionCommandRefused;
  "session.drops-applied": SessionDropsApplied;
  "view.opened": ViewOpened;
  "view.context-changed": ViewContextChanged;
  "view.closed": ViewClosed;
  "turn.requested": TurnRequested;
  "turn.started": TurnStarted;
  "turn.domain-unpinned": TurnDomainUnpinned;
  "turn.domain-dispatched": TurnDomainDispatched;
  "turn.domain-pinned": TurnDomainPinned;
  "turn.handed-back": TurnHandedBack;
  "turn.talk-compacted": TurnTalkCompacted;
  "turn.talk-left-out": TurnTalkLeftOut;
  "turn.message-written": TurnMessageWritten;
  "turn.row-changed": TurnRowChanged;
  "turn.progress-titled": TurnProgressTitled;
  "turn.replies-suggested": TurnRepliesSuggested;
  "turn.flush-planned": TurnFlushPlanned;
  "turn.flush-applied": TurnFlushApplied;
  "turn.flush-refused": TurnFlushRefused;
  "turn.interrupt-raised": TurnInterruptRaised;
  "turn.interrupt-answered": TurnInterruptAnswered;
  "turn.interrupt-stale": TurnInterruptStale;
  "turn.interrupt-superseded": TurnInterruptSuperseded;
  "turn.cancel-requested": TurnCancelRequested;
  "turn.ended": TurnEnded;
  "task.step-added": TaskStepAdded;
  "task.step-updated": TaskStepUpdated;
  "task.steps-removed": TaskStepsRemoved;
  "task.step-moved": TaskStepMoved;
  "task.form-written": TaskFormWritten;
  "task.write-refused": TaskWriteRefused;
  "playbook.created": PlaybookCreated;
  "playbook.imported": PlaybookImported;
  "playbook.renamed": PlaybookRenamed;
  "playbook.published": PlaybookPublished;
  "playbook.archived": PlaybookArchived;
  "playbook.edit-lock-taken": PlaybookEditLockTaken;
  "playbook.edit-lock-released": PlaybookEditLockReleased;
  "playbook.module-added": PlaybookModuleAdded;
  "playbook.module-linked": PlaybookModuleLinked;
  "playbook.module-renamed": PlaybookModuleRenamed;
  "playbook.module-moved": PlaybookModuleMoved;
  "playbook.task-added": PlaybookTaskAdded;
  "playbook.task-renamed": PlaybookTaskRenamed;
  "playbook.task-moved": PlaybookTaskMoved;
  "playbook.steps-flushed": PlaybookStepsFlushed;
  "playbook.steps-edited": PlaybookStepsEdited;
  "library.module-added": LibraryModuleAdded;
  "library.module-renamed": LibraryModuleRenamed;
  "library.module-moved": LibraryModuleMoved;
  "library.module-archived": LibraryModuleArchived;
  "library.task-added": LibraryTaskAdded;
  "library.task-renamed": LibraryTaskRenamed;
  "library.task-moved": LibraryTaskMoved;
  "library.task-archived": LibraryTaskArchived;
  "library.template-added": LibraryTemplateAdded;
  "library.form-imported": LibraryFormImported;
  "library.steps-flushed": LibraryStepsFlushed;
  "library.steps-edited": LibraryStepsEdited;
  "turn.agent-resolved": TurnAgentResolved;
  "project.registered": ProjectRegistered;
  "project.trust-set": ProjectTrustSet;
  "project.host-set": ProjectHostSet;
  "workspace.created": WorkspaceCreated;
  "workspace.provisioned": WorkspaceProvisioned;
  "workspace.settings-saved": WorkspaceSettingsSaved;
  "workspace.handed-on": WorkspaceHandedOn;
  "workspace.archived": WorkspaceArchived;
  "workspace.unarchived": WorkspaceUnarchived;
  "workspace.removed": WorkspaceRemoved;
  "workspace.removal-failed": WorkspaceRemovalFailed;
  "workspace.launch-refused": WorkspaceLaunchRefused;
  "handle.created": HandleCreated;
  "handle.accepted": HandleAccepted;
  "handle.settled": HandleSettled;
  "handle.revived": HandleRevived;
  "handle.progressed": HandleProgressed;
}

/** A CloudEvent of the book; its type says what its data holds. */
export type WireEvent = { [T in keyof EventData]: Envelope & { type: T; data: EventData[T] } }[keyof EventData];

/** What every event has. */
export interface Envelope {
  specversion: "1.0";
  /** <turn>/<n> inside a turn, <idempotency key>/<n> elsewhere */
  id: string;
  /** the boundary: /<vendor>/<kind>/<id> */
  source: string;
  /** what it is about: playbook/<id>/task/<id>, either part alone */
  subject?: string;
  /** of the append, UTC */
  time: string;
  /** who: user/<id>, agent/<name>, system */
  actor?: string;
  /** id of the event that caused it */
  causationid?: string;
  /** the turn */
  correlationid?: string;
  datacontenttype: string;
  /** where the data is that was too large for the log; the frame brings it */
  dataref?: string;
  hash: string;
  prevhash: string;
}
