/** Rules for operations. */

const header = (response, name) =>
  Object.keys(response.headers ?? {}).find(key => key.toLowerCase() === name.toLowerCase());

/** Each operation documents the given statuses, also one that needs no key, because it may be sent one. */
const requiredResponses = ({ always = [] }) => ({
  Operation(operation, { report, location }) {
    const documented = Object.keys(operation.responses ?? {});
    for (const status of always.filter(status => !documented.includes(String(status)))) {
      report({ message: `response ${status} is not documented`, location: location.child('responses') });
    }
  },
});

/** The service has one status of success. */
const successIs200 = () => ({
  Operation(operation, { report, location }) {
    for (const status of Object.keys(operation.responses ?? {})) {
      if (status.startsWith('2') && status !== '200') {
        report({
          message: `the service answers success with 200, not ${status}`,
          location: location.child(['responses', status]),
        });
      }
    }
  },
});

/** A failed operation may have HTTP 200 as well, so the examples of 200 show both. */
const successAndFailure = () => ({
  Operation(operation, { report, resolve, location }) {
    const response = resolve(operation.responses?.['200'] ?? {}).node ?? operation.responses['200'];
    const examples = Object.values(response.content?.['application/json']?.examples ?? {});
    const codes = examples.map(example => (example.$ref ? resolve(example).node : example)?.value?.code);
    const where = location.child(['responses', '200']);
    if (!codes.includes(0)) {
      report({ message: '200 has no example of success, with code 0', location: where });
    }
    if (!codes.some(code => Number.isInteger(code) && code !== 0)) {
      report({ message: '200 has no example of failure, with a code other than 0', location: where });
    }
  },
});

/** A response has the header that its status needs: `headers` maps a status to the name. */
const requiredHeaders = ({ headers = {} }) => ({
  Operation(operation, { report, resolve, location }) {
    for (const [status, name] of Object.entries(headers)) {
      const documented = operation.responses?.[status];
      const response = documented?.$ref ? resolve(documented).node : documented;
      if (response && !header(response, name)) {
        report({
          message: `response ${status} has no ${name} header`,
          location: location.child(['responses', status]),
        });
      }
    }
  },
});

/** Links name operations that exist; their requestBody is a string, the only form that the generator reads. */
const linkOperations = () => {
  const operationIds = new Set();
  const links = [];
  return {
    Operation(operation) {
      operationIds.add(operation.operationId);
    },
    Link(link, { report, location }) {
      links.push({ link, location });
      if (link.requestBody !== undefined && typeof link.requestBody !== 'string') {
        report({ message: 'requestBody of a link must be a string', location: location.child('requestBody') });
      }
    },
    Root: {
      leave(root, { report }) {
        for (const { link, location } of links.filter(({ link }) => !operationIds.has(link.operationId))) {
          report({ message: `the link names no operation: ${link.operationId}`, location });
        }
      },
    },
  };
};

/** The schema of a request body, and no other, is marked `x-request-body`. */
const requestBodies = () => {
  const bodies = new Set();
  return {
    Operation(operation, { resolve }) {
      const schema = operation.requestBody?.content?.['application/json']?.schema;
      if (schema) {
        bodies.add(schema.$ref ? resolve(schema).node : schema);
      }
    },
    NamedSchemas: {
      leave(schemas, { report, location }) {
        for (const [name, schema] of Object.entries(schemas)) {
          if (bodies.has(schema) !== (schema['x-request-body'] === true)) {
            const message = bodies.has(schema) ? 'a request body needs' : 'only a request body has';
            report({ message: `${message} x-request-body: true`, location: location.child(name) });
          }
        }
      },
    },
  };
};

/**
 * The request body of an operation has named examples of a success and of a failure. Each has the name of an example of a
 * response of the operation, because mock servers pair them by name.
 */
const pairedExamples = () => ({
  Operation(operation, { report, resolve, location }) {
    const content = operation.requestBody?.content?.['application/json'];
    if (!content) {
      return;
    }
    const examplesOf = node => (node?.$ref ? resolve(node).node : node)?.content?.['application/json']?.examples ?? {};
    const answered = new Set(Object.values(operation.responses ?? {}).flatMap(response => Object.keys(examplesOf(response))));
    const names = Object.keys(content.examples ?? {});
    const where = location.child('requestBody');
    if (!names.includes('success')) {
      report({ message: 'the request body has no example with the name success', location: where });
    }
    if (names.length < 2) {
      report({ message: 'the request body has no example of a failure', location: where });
    }
    for (const name of names.filter(name => !answered.has(name))) {
      report({ message: `no response has an example with the name ${name}`, location: where });
    }
  },
});

/** Each body of a request or a response has a named example. */
const bodyExamples = () => ({
  MediaType(mediaType, { report, location }) {
    if (Object.keys(mediaType.examples ?? {}).length === 0) {
      report({ message: 'the body has no named example', location });
    }
  },
});

/** Each operation shows how it is called, in each of the languages, and no sample is empty. */
const codeSamples = ({ languages = [] }) => ({
  Operation(operation, { report, location }) {
    const samples = operation['x-codeSamples'] ?? [];
    for (const language of languages.filter(language => !samples.some(({ lang, source }) => lang === language && source))) {
      report({ message: `there is no code sample in ${language}`, location });
    }
  },
});

/**
 * Servers that every tool can use. A tool that replaces no variables shows the template, so only a port is one, and API clients
 * name an environment after each description.
 */
const plainServers = () => ({
  Server(server, { report, location }) {
    if (/[{}]/.test(server.url.replace(':{port}', ''))) {
      report({ message: 'the URL has a variable other than its port', location: location.child('url') });
    }
    if (!/^\S+( \S+){1,2}$/.test(server.description ?? '')) {
      report({ message: 'the description is a name of two or three words', location: location.child('description') });
    }
  },
});

export const rules = {
  'code-samples': codeSamples,
  'required-responses': requiredResponses,
  'success-is-200': successIs200,
  'success-and-failure': successAndFailure,
  'required-headers': requiredHeaders,
  'body-examples': bodyExamples,
  'link-operations': linkOperations,
  'paired-examples': pairedExamples,
  'plain-servers': plainServers,
  'request-bodies': requestBodies,
};
