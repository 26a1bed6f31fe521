// Holds contracts against the rules of their formats: node documents.mjs FOLDER, where
// openapi.json and asyncapi.json stand. Exit 1 with what is wrong.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Validator } from "@seriousme/openapi-schema-validator";
import Ajv from "ajv";
import addFormats from "ajv-formats";

const folder = process.argv[2];
const read = (name) => JSON.parse(readFileSync(`${folder}/${name}`, "utf8"));
let wrong = 0;
const tell = (name, errors) => {
  wrong++;
  console.error(`${name}: ${typeof errors === "string" ? errors : JSON.stringify(errors, null, 1)}`);
};

const openapi = await new Validator().validate(read("openapi.json"));
if (!openapi.valid) tell("openapi.json", openapi.errors);

const rules = createRequire(import.meta.url)("@asyncapi/specs/schemas/3.0.0.json");
// The rules bring the schema of schemas themselves.
const ajv = new Ajv({ strict: false, allErrors: true, meta: false, validateSchema: false });
addFormats(ajv);
const asyncapi = ajv.compile(rules);
if (!asyncapi(read("asyncapi.json"))) tell("asyncapi.json", asyncapi.errors);

process.exit(wrong ? 1 : 0);
