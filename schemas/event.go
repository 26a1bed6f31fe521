package schemas

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"

	jsonv2 "github.com/go-json-experiment/json" // reads events in less than half the time
)

// An Event is one fact. The struct is its declaration: see the package comment.
type Event interface {
	// EventType is the CloudEvents type, as in "turn.domain-pinned": entity first,
	// then what happened, in the past. It is a promise for ever.
	EventType() string
}

// A Visibility says who gets to see an event.
type Visibility string

const (
	Wire     Visibility = "wire"     // front ends and auditors
	Internal Visibility = "internal" // auditors
)

// A BoundaryKind is a kind of history that one expected position guards.
type BoundaryKind string

const (
	SessionBoundary  BoundaryKind = "session"
	ViewBoundary     BoundaryKind = "view"
	PlaybookBoundary BoundaryKind = "playbook"
	LibraryBoundary  BoundaryKind = "library"
	VendorBoundary   BoundaryKind = "vendor"

	ProjectBoundary   BoundaryKind = "project"
	WorkspaceBoundary BoundaryKind = "workspace"
	HandleBoundary    BoundaryKind = "handle"
	AuditBoundary     BoundaryKind = "audit" // the key and the anchors of a vendor
)

// LibraryID is the id of a vendor's one library.
const LibraryID = "library"

// An Entity names one boundary: its events are one chain, on one subject.
type Entity struct {
	Vendor VendorID
	Kind   BoundaryKind
	ID     string
}

// String is the entity's CloudEvents source without the vendor, as in
// "session/s7"; it names the entity in a [Basis].
func (e Entity) String() string { return string(e.Kind) + "/" + e.ID }

// ParseEntity reads what [Entity.String] wrote: "playbook/p1". The id may hold
// slashes.
func ParseEntity(v VendorID, s string) (Entity, error) {
	kind, id, ok := strings.Cut(s, "/")
	switch k := BoundaryKind(kind); k {
	case SessionBoundary, ViewBoundary, PlaybookBoundary, LibraryBoundary, VendorBoundary,
		ProjectBoundary, WorkspaceBoundary, HandleBoundary, AuditBoundary:
		if ok && id != "" {
			return Entity{Vendor: v, Kind: k, ID: id}, nil
		}
	}
	return Entity{}, &IDError{What: "boundary", Value: cut(s, 64), Want: "give kind/id, with a kind of session, view, playbook, library, vendor, project, workspace, handle or audit"}
}

// An UnknownTypeError says that a type is not in the catalog.
type UnknownTypeError struct{ Type string }

func (e *UnknownTypeError) Error() string {
	return fmt.Sprintf("event type %q is not in the catalog", e.Type)
}

// A PayloadError says that the data of a known type could not be read.
type PayloadError struct {
	Type string
	Err  error
}

func (e *PayloadError) Error() string { return fmt.Sprintf("data of %s: %v", e.Type, e.Err) }
func (e *PayloadError) Unwrap() error { return e.Err }

// Decode reads the data of an event of the given type. Unknown members are passed
// over, since shapes grow by adding; names are compared exactly, and one that stands
// twice is refused. The error is an [*UnknownTypeError] or a
// [*PayloadError]. The event is a struct value, never a pointer.
func Decode(eventType string, data []byte) (Event, error) {
	entry, ok := byType[eventType]
	if !ok {
		return nil, &UnknownTypeError{Type: eventType}
	}
	return entry.decode(data)
}

func (e *entry) decode(data []byte) (Event, error) {
	v := reflect.New(e.goType)
	if err := jsonv2.Unmarshal(data, v.Interface()); err != nil {
		return nil, &PayloadError{Type: e.name, Err: err}
	}
	if string(bytes.TrimSpace(data)) == "null" { // which Unmarshal passes over
		return nil, &PayloadError{Type: e.name, Err: errors.New("it is null and no object")}
	}
	return v.Elem().Interface().(Event), nil
}

// An EnvelopeError says that a stored message is no batch of CloudEvents, or that
// one of its events lacks what Turnbook needs.
type EnvelopeError struct {
	Index  int // of the event in its message
	Reason string
	Err    error // what lies behind it; nil where Reason says it all
}

func (e *EnvelopeError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("event %d of the message: %s: %v", e.Index, e.Reason, e.Err)
	}
	return fmt.Sprintf("event %d of the message: %s", e.Index, e.Reason)
}
func (e *EnvelopeError) Unwrap() error { return e.Err }

// VisibilityOf says who may see events of a type; unknown types are internal.
func VisibilityOf(eventType string) Visibility {
	if entry, ok := byType[eventType]; ok {
		return entry.visibility
	}
	return Internal
}

// Types lists every event type in the order of the catalog.
func Types() []string {
	types := make([]string, len(catalog))
	for i, entry := range catalog {
		types[i] = entry.event.EventType()
	}
	return types
}

type entry struct {
	event      Event
	visibility Visibility
	name       string // its type
	goType     reflect.Type
	plan       *plan
}

// byType is the catalog by type. Two events with one name panic at start.
var byType = func() map[string]*entry {
	m := make(map[string]*entry, len(catalog))
	plans := make(planner)
	for _, e := range catalog {
		e.name, e.goType = e.event.EventType(), reflect.TypeOf(e.event)
		e.plan = plans.of(e.goType)
		if _, twice := m[e.name]; twice {
			panic("schemas: two events are called " + e.name)
		}
		m[e.name] = &e
	}
	return m
}()

// catalog is every event there is, with who may see it.
var catalog = []entry{
	{event: SessionOpened{}, visibility: Wire},
	{event: SessionContextChanged{}, visibility: Wire},
	{event: CommandRefused{}, visibility: Wire},
	{event: DropsApplied{}, visibility: Wire},
	{event: ViewOpened{}, visibility: Wire},
	{event: ViewContextChanged{}, visibility: Wire},
	{event: ViewClosed{}, visibility: Wire},

	{event: TurnRequested{}, visibility: Wire},
	{event: TurnStarted{}, visibility: Wire},
	{event: BucketComputed{}, visibility: Internal},
	{event: DomainUnpinned{}, visibility: Wire},
	{event: TurnClassified{}, visibility: Internal},
	{event: RedirectConsidered{}, visibility: Internal},
	{event: DomainDispatched{}, visibility: Wire},
	{event: DomainPinned{}, visibility: Wire},
	{event: TurnHandedBack{}, visibility: Wire},
	{event: TargetResolved{}, visibility: Internal},
	{event: CompactionBegun{}, visibility: Internal},
	{event: TalkCompacted{}, visibility: Wire},
	{event: TalkLeftOut{}, visibility: Wire},
	{event: ModelCalled{}, visibility: Internal},
	{event: ModelAnswered{}, visibility: Internal},
	{event: ModelFailed{}, visibility: Internal},
	{event: ToolCalled{}, visibility: Internal},
	{event: ToolReturned{}, visibility: Internal},
	{event: DocumentEdited{}, visibility: Internal},
	{event: MessageWritten{}, visibility: Wire},
	{event: LaneQueued{}, visibility: Internal},
	{event: LaneStarted{}, visibility: Internal},
	{event: LaneEnded{}, visibility: Internal},
	{event: DeadlinePassed{}, visibility: Internal},
	{event: RowChanged{}, visibility: Wire},
	{event: Narrated{}, visibility: Internal},
	{event: ProgressTitled{}, visibility: Wire},
	{event: RepliesSuggested{}, visibility: Wire},
	{event: BoundaryReached{}, visibility: Internal},
	{event: FlushPlanned{}, visibility: Wire},
	{event: FlushApplied{}, visibility: Wire},
	{event: FlushRefused{}, visibility: Wire},
	{event: InterruptRaised{}, visibility: Wire},
	{event: InterruptAnswered{}, visibility: Wire},
	{event: InterruptStale{}, visibility: Wire},
	{event: InterruptSuperseded{}, visibility: Wire},
	{event: CancelRequested{}, visibility: Wire},
	{event: TurnEnded{}, visibility: Wire},

	{event: StepAdded{}, visibility: Wire},
	{event: StepUpdated{}, visibility: Wire},
	{event: StepsRemoved{}, visibility: Wire},
	{event: StepMoved{}, visibility: Wire},
	{event: FormWritten{}, visibility: Wire},
	{event: WriteRefused{}, visibility: Wire},

	{event: PlaybookCreated{}, visibility: Wire},
	{event: PlaybookImported{}, visibility: Wire},
	{event: PlaybookRenamed{}, visibility: Wire},
	{event: PlaybookPublished{}, visibility: Wire},
	{event: PlaybookArchived{}, visibility: Wire},
	{event: EditLockTaken{}, visibility: Wire},
	{event: EditLockReleased{}, visibility: Wire},
	{event: ModuleAdded{}, visibility: Wire},
	{event: ModuleLinked{}, visibility: Wire},
	{event: ModuleRenamed{}, visibility: Wire},
	{event: ModuleMoved{}, visibility: Wire},
	{event: TaskAdded{}, visibility: Wire},
	{event: TaskRenamed{}, visibility: Wire},
	{event: TaskMoved{}, visibility: Wire},
	{event: StepsFlushed{}, visibility: Wire},
	{event: StepsEdited{}, visibility: Wire},

	{event: LibraryModuleAdded{}, visibility: Wire},
	{event: LibraryModuleRenamed{}, visibility: Wire},
	{event: LibraryModuleMoved{}, visibility: Wire},
	{event: LibraryModuleArchived{}, visibility: Wire},
	{event: LibraryTaskAdded{}, visibility: Wire},
	{event: LibraryTaskRenamed{}, visibility: Wire},
	{event: LibraryTaskMoved{}, visibility: Wire},
	{event: LibraryTaskArchived{}, visibility: Wire},
	{event: LibraryTemplateAdded{}, visibility: Wire},
	{event: FormImported{}, visibility: Wire},
	{event: LibraryStepsFlushed{}, visibility: Wire},
	{event: LibraryStepsEdited{}, visibility: Wire},

	{event: FlagFlipped{}, visibility: Internal},

	{event: AgentResolved{}, visibility: Wire},

	{event: ProjectRegistered{}, visibility: Wire},
	{event: ProjectTrustSet{}, visibility: Wire},
	{event: ProjectHostSet{}, visibility: Wire},
	{event: WorkspaceCreated{}, visibility: Wire},
	{event: WorkspaceProvisioned{}, visibility: Wire},
	{event: WorkspaceSettingsSaved{}, visibility: Wire},
	{event: WorkspaceHandedOn{}, visibility: Wire},
	{event: WorkspaceArchived{}, visibility: Wire},
	{event: WorkspaceUnarchived{}, visibility: Wire},
	{event: WorkspaceRemoved{}, visibility: Wire},
	{event: WorkspaceRemovalFailed{}, visibility: Wire},
	{event: LaunchRefused{}, visibility: Wire},
	{event: AgentFilesJudged{}, visibility: Internal},
	{event: HandleCreated{}, visibility: Wire},
	{event: HandleAccepted{}, visibility: Wire},
	{event: HandleDeferred{}, visibility: Internal},
	{event: HandleAttentionSet{}, visibility: Internal},
	{event: HandleSettled{}, visibility: Wire},
	{event: HandleRevived{}, visibility: Wire},
	{event: HandleProgressed{}, visibility: Wire},
	{event: HandleNotified{}, visibility: Internal},
	{event: HandleAttentionConsumed{}, visibility: Internal},
	{event: KeyMade{}, visibility: Internal},

	{event: HeadAnchored{}, visibility: Internal},
	{event: RuleActivated{}, visibility: Internal},
}
