// node structure.js FILE...: what SARIF 2.1.0 (.sarif) requires, what JUnit (.xml) readers require, and that files
// say the same thing twice in the same way.  Needs nothing but node.
const fs = require("fs");
let file = "";
function wrong(what) {
    console.log(file + ": " + what);
    process.exitCode = 1;
}
function need(ok, what) {
    if (!ok) wrong(what);
}
function isText(x) {
    return typeof x === "string" && x.length > 0;
}
function message(m, where) {
    need(m && isText(m.text), where + " has no message");
}
function place(p, bases, where) {
    if (!p) return;
    const a = p.artifactLocation;
    need(a && isText(a.uri) && /^[A-Za-z0-9_/.~%:-]+$/.test(a.uri), where + " has no URI");
    if (a.uri.startsWith("/") || /^[a-z]+:/.test(a.uri)) need(!a.uriBaseId, where + ": an absolute URI has no base");
    else need(bases && bases[a.uriBaseId], where + ": a relative URI needs a base");
    if (p.region) need(Number.isInteger(p.region.startLine) && p.region.startLine >= 1, where + ": startLine");
}
function flow(t, run, seen) {
    need(isText(t.id), "a thread flow has no id");
    need(Array.isArray(t.locations) && t.locations.length > 0, "a thread flow has no locations");
    let last = 0;
    for (const l of t.locations) {
        message(l.location.message, "a location");
        place(l.location.physicalLocation, run.originalUriBaseIds, "a location");
        need(Number.isInteger(l.executionOrder) && l.executionOrder > last, "executionOrder does not rise");
        need(!seen.has(l.executionOrder), "two locations have one place in the order");
        need(["essential", "important", "unimportant"].includes(l.importance), "importance");
        seen.add(last = l.executionOrder);
    }
}
function result(r, run) {
    const rules = run.tool.driver.rules;
    need(rules[r.ruleIndex] && rules[r.ruleIndex].id === r.ruleId, "ruleIndex is not that of ruleId");
    need(["none", "note", "warning", "error"].includes(r.level), "level");
    message(r.message, "a result");
    need(Array.isArray(r.locations), "a result has no list of locations");
    for (const l of r.locations) place(l.physicalLocation, run.originalUriBaseIds, "a result");
    for (const c of r.codeFlows || []) {
        const seen = new Set();
        need(c.threadFlows.length > 0, "a code flow without threads");
        need(new Set(c.threadFlows.map(t => t.id)).size === c.threadFlows.length, "two threads have one id");
        for (const t of c.threadFlows) flow(t, run, seen);
    }
}
function sarif(log) {
    need(log.version === "2.1.0", "version");
    need(Array.isArray(log.runs) && log.runs.length === 1, "runs");
    for (const run of log.runs) {
        const d = run.tool && run.tool.driver;
        need(d && d.name === "heddle" && /^\d+\.\d+/.test(d.version), "the driver has no name or version");
        need(new Set(d.rules.map(r => r.id)).size === d.rules.length, "two rules have one id");
        for (const b of Object.values(run.originalUriBaseIds)) need(b.uri.endsWith("/"), "a base ends with no slash");
        for (const i of run.invocations) {
            need(typeof i.executionSuccessful === "boolean", "executionSuccessful");
            need((i.exitCode === 1) === (run.results.length > 0), "the exit code is not that of the results");
            for (const n of i.toolExecutionNotifications) message(n.message, "a notification");
        }
        for (const r of run.results) result(r, run);
    }
}
// Well formed, and the counts are those of the elements.
function xml(text) {
    const open = [], count = {};
    need(text.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n'), "no XML declaration");
    need(!/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text), "a character that XML does not have");
    text = text.slice(text.indexOf("\n") + 1);
    need(!/&(?!(lt|gt|amp|quot|#10);)/.test(text), "an & that is not escaped");
    const rest = text.replace(/<(\/?)([a-z-]+)((?: [a-z]+="[^"<]*")*)(\/?)>/g, (all, close, name, attributes, empty) => {
        if (close) need(open.pop() === name, "</" + name + "> closes nothing");
        else count[name] = (count[name] || 0) + 1;
        if (!close && !empty) open.push(name);
        return "";
    });
    need(open.length === 0 && !/[<]/.test(rest), "elements are not closed");
    const of = n => Number(text.match(new RegExp('<testsuite [^>]*' + n + '="(\\d+)"'))[1]);
    need(of("tests") === count.testcase, "tests");
    need(of("failures") <= (count.failure || 0) && (of("failures") > 0) === !!count.failure, "failures");
    need(of("errors") === (count.error || 0), "errors");
}
for (file of process.argv.slice(2)) {
    const text = fs.readFileSync(file, "utf8");
    if (file.endsWith(".xml")) xml(text);
    else sarif(JSON.parse(text));
}
