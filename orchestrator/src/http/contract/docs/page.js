// Shows the OpenAPI document and sends requests to this site.
"use strict";

const find = (id) => document.getElementById(id);

function create(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** Replaces references by what they name, each at most once on a path, so that recursion ends. */
function resolve(api, schema, seen = []) {
  if (Array.isArray(schema)) return schema.map((item) => resolve(api, item, seen));
  if (typeof schema !== "object" || schema === null) return schema;
  if (typeof schema.$ref === "string") {
    const name = schema.$ref.split("/").pop();
    if (seen.includes(name)) return { $ref: schema.$ref };
    return resolve(api, api.components.schemas[name], [...seen, name]);
  }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, resolve(api, value, seen)]));
}

function showContent(api, title, content) {
  const parts = Object.entries(content ?? {}).map(([type, { schema }]) =>
    create(
      "details",
      {},
      create("summary", { textContent: `${title}: ${type}` }),
      create("pre", { textContent: JSON.stringify(resolve(api, schema), null, 2) }),
    ),
  );
  return parts.length > 0 ? parts : [create("p", { textContent: title })];
}

/** Returns a form that sends a request, and shows its answer. */
function requestForm(path, method, operation) {
  const fields = create("div", { className: "fields" });
  const inputs = new Map();
  for (const parameter of operation.parameters ?? []) {
    const input = create("input", { required: parameter.required });
    inputs.set(parameter, input);
    const id = `${operation.operationId}-${parameter.name}`;
    input.id = id;
    const label = create("label", { htmlFor: id, title: parameter.description ?? "" });
    label.textContent = `${parameter.name} (${parameter.in}${parameter.required ? "" : ", optional"})`;
    fields.append(label, input);
  }
  const hasBody = operation.requestBody?.content["application/json"] !== undefined;
  const body = create("textarea", { value: "{}", hidden: !hasBody, ariaLabel: "JSON body" });
  const answer = create("pre", { hidden: true });
  const form = create("form", {}, fields, body, create("button", { textContent: "Send request" }), answer);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void sendRequest(path, method, inputs, hasBody ? body.value : null, answer);
  });
  return form;
}

async function sendRequest(template, method, inputs, body, answer) {
  let path = template;
  const query = new URLSearchParams();
  const headers = {};
  for (const [parameter, input] of inputs) {
    if (parameter.in === "path") path = path.replace(`{${parameter.name}}`, encodeURIComponent(input.value));
    else if (input.value !== "" && parameter.in === "query") query.set(parameter.name, input.value);
    else if (input.value !== "") headers[parameter.name] = input.value;
  }
  if (find("token").value !== "") headers.Authorization = `Bearer ${find("token").value}`;
  if (body !== null) headers["Content-Type"] = "application/json";
  answer.hidden = false;
  answer.textContent = "Sending…";
  try {
    const url = query.size > 0 ? `${path}?${query}` : path;
    const response = await fetch(url, { method: method.toUpperCase(), headers, body });
    answer.textContent = `${response.status} ${response.headers.get("content-type") ?? ""}\n`;
    await showBody(response, answer);
  } catch (error) {
    answer.textContent += `The request failed: ${error}`;
  }
}

/** Shows the text as it arrives: event streams do not end. */
async function showBody(response, answer) {
  if (response.headers.get("content-type")?.includes("json")) {
    const text = await response.text();
    answer.textContent += JSON.stringify(JSON.parse(text), null, 2);
    return;
  }
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader.read()) {
    answer.textContent += part.value;
  }
}

function showOperation(api, path, method, operation) {
  const details = create(
    "details",
    { id: operation.operationId },
    create(
      "summary",
      {},
      create("span", { className: "method", textContent: method.toUpperCase() }),
      create("code", { textContent: path }),
      operation.summary,
    ),
  );
  details.dataset.words = `${method} ${path} ${operation.summary} ${operation.operationId}`.toLowerCase();
  details.addEventListener(
    "toggle",
    () => {
      const answers = Object.entries(operation.responses).filter(([status]) => status !== "default");
      details.append(
        ...(operation.requestBody ? showContent(api, "Body", operation.requestBody.content) : []),
        ...answers.flatMap(([status, answer]) => showContent(api, status, answer.content)),
        requestForm(path, method, operation),
      );
    },
    { once: true },
  );
  return details;
}

async function showApi() {
  const api = await (await fetch("/api/openapi.json")).json();
  find("introduction").textContent = api.info.description;
  const main = find("operations");
  for (const { name } of api.tags) {
    const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation.tags.includes(name))
        .map(([method, operation]) => showOperation(api, path, method, operation)),
    );
    main.append(create("section", {}, create("h2", { textContent: name }), ...operations));
  }
  main.ariaBusy = "false";
  find("filter").addEventListener("input", ({ target }) => {
    for (const details of main.querySelectorAll("section > details")) {
      details.hidden = !details.dataset.words.includes(target.value.toLowerCase());
    }
    for (const section of main.children) {
      section.hidden = section.querySelector(":scope > details:not([hidden])") === null;
    }
  });
}

void showApi();
