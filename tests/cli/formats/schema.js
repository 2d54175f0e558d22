// node schema.js FOLDER LOG...: validates logs of SARIF against its JSON schema.  FOLDER has the packages, by npm.
const fs = require("fs"), path = require("path");
const folder = path.resolve(process.argv[2], "node_modules");
const Ajv = require(path.join(folder, "ajv"));
const schema = JSON.parse(fs.readFileSync(path.join(folder, "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json")));
const ajv = new Ajv({schemaId: "id", meta: false, unknownFormats: "ignore", allErrors: true, logger: false});
const draft = JSON.parse(fs.readFileSync(path.join(folder, "ajv/lib/refs/json-schema-draft-04.json")));
ajv.addMetaSchema(draft);
ajv._opts.defaultMeta = draft.id;
const valid = ajv.compile(schema);
for (const log of process.argv.slice(3))
    if (!valid(JSON.parse(fs.readFileSync(log)))) {
        console.log(log, JSON.stringify(valid.errors, null, 1));
        process.exitCode = 1;
    }
