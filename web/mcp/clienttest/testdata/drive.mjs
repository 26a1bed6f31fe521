// Drives an unmodified client of the Model Context Protocol, and prints what it saw, a
// line of JSON for each thing tried.
//
//   node drive.mjs http|stdio SERVER_URL PROGRAM PROJECT_ID
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const [over, url, program, project] = process.argv.slice(2);
const tell = (seen) => console.log(JSON.stringify(seen));

let asked = 0, progress = false;
const client = new Client({ name: "drive", version: "1.0.0" }, { capabilities: { elicitation: {} } });
client.setRequestHandler(ElicitRequestSchema, async () => {
  asked++;
  return { action: "accept", content: { approved: true } };
});
await client.connect(over === "http"
  ? new StreamableHTTPClientTransport(new URL(url + "/mcp"))
  : new StdioClientTransport({ command: program, args: ["mcp", "--url", url] }));
const call = (name, args) => client.callTool({ name, arguments: args }, undefined, { onprogress: () => { progress = true; } });

const { tools } = await client.listTools();
const done = await call("task", { project, prompt: "write NOTES.md: hello", title: "Notes" });
tell({ tools: tools.length, task: done.structuredContent.status, progress });

const none = await call("task", { project, agentId: "nobody", prompt: "x", title: "t" });
tell({ refused: none.isError, code: none.structuredContent.code });

const odd = await call("list_playbooks", { colour: "red" }).catch((error) => ({ isError: true, error }));
tell({ unknown: odd.isError ? "refused" : "taken" });

const said = await call("send_message", {
  text: "delete everything", playbook_id: "nurse-onboarding",
  ui_context: {
    page: "playbook_editor", is_playbook_editor_route: true, playbook_id: "nurse-onboarding", is_draft_active: true,
    current_task_id: "medication", builder_mounts: 1,
    loaded_task: { id: "medication", context: "PLAYBOOK", playbook_id: "nurse-onboarding" },
  },
});
const turn = await call("get_turn", { turn: said.structuredContent.turn });
tell({ asked, turn: said.structuredContent.status, card: turn.structuredContent.cards[0]?.status });

const { contents } = await client.readResource({ uri: "turnbook://playbooks" });
tell({ playbooks: contents[0].text.includes("nurse-onboarding") });
await client.close();
