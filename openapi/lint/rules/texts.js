/** Rules for descriptions. */

const SAID = /\b(not shown|not specified|not known|assumptions?)\b/i;

const TIME_OR_SIZE = /(^|_)(time|at|date|days|ms|size|duration|timeout)$|^Retry-After$/;

const UNIT = /\b(milliseconds?|seconds?|minutes?|days?|bytes?|number of|unit)\b/i;

const ASSUMPTION = /^[a-z]+(-[a-z]+)*$/;

const isFacts = facts =>
  facts !== null &&
  typeof facts === 'object' &&
  !Array.isArray(facts) &&
  Object.keys(facts).length > 0 &&
  Object.entries(facts).every(([name, fact]) => ASSUMPTION.test(name) && typeof fact === 'string' && fact !== '');

/**
 * `x-unspecified` maps the name of an assumption, as in docs/reference/assumptions.md, to the undocumented fact. The description
 * at the same place mentions it. The walk does not visit a reference with its own description, so properties are checked again.
 */
const unspecified = () => {
  const check = (node, { report, location }) => {
    const facts = node?.['x-unspecified'];
    if (facts === undefined) {
      return;
    }
    if (!isFacts(facts)) {
      const message = 'x-unspecified must map names of assumptions to facts';
      report({ message, location: location.child('x-unspecified') });
    }
    if (!SAID.test(node.description ?? '')) {
      report({ message: 'the description does not say that something is not shown', location });
    }
  };
  return {
    any: check,
    SchemaProperties(properties, { report, location }) {
      for (const [name, schema] of Object.entries(properties).filter(([, schema]) => schema.$ref)) {
        check(schema, { report, location: location.child(name) });
      }
    },
  };
};

const unitMissing = (name, description) => TIME_OR_SIZE.test(name) && !UNIT.test(description ?? '');

/** Descriptions of times and sizes name the unit. */
const units = () => ({
  SchemaProperties(properties, { report, location }) {
    for (const [name, { description }] of Object.entries(properties)) {
      if (unitMissing(name, description)) {
        report({ message: `the description of ${name} names no unit`, location: location.child(name) });
      }
    }
  },
  Parameter({ name, description }, { report, location }) {
    if (unitMissing(name, description)) {
      report({ message: `the description of ${name} names no unit`, location });
    }
  },
  Response(response, { report, resolve, location }) {
    for (const [name, header] of Object.entries(response.headers ?? {})) {
      const { description } = header.$ref ? resolve(header).node : header;
      if (unitMissing(name, description)) {
        report({ message: `the description of ${name} names no unit`, location: location.child(['headers', name]) });
      }
    }
  },
});

/** Summaries fit a menu: sentence case, at most 60 characters, no full stop. */
const summaries = () => ({
  Operation(operation, { report, location }) {
    const summary = operation.summary ?? '';
    const where = location.child('summary');
    if (summary.length > 60) {
      report({ message: 'the summary is longer than 60 characters', location: where });
    }
    if (summary.endsWith('.')) {
      report({ message: 'the summary ends with a full stop', location: where });
    }
    if (!/^[A-Z]/.test(summary) || / [A-Z][a-z]/.test(summary)) {
      report({ message: 'the summary is not in sentence case', location: where });
    }
  },
});

export const rules = {
  unspecified,
  units,
  summaries,
};
