/** Rules for descriptions. */

/** A sentence about something that is not known. */
const UNKNOWN = /\b(not (shown|specified|known|documented)|unknown whether|assum(e|es|ed|ption|ptions))\b/i;

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
 * `x-unspecified` maps the name of an assumption, as in docs/reference/assumptions.md, to the undocumented fact. Descriptions say
 * what is known, so none has more than one sentence about something that is not. The walk does not visit a reference with its
 * own description, so properties are checked again.
 */
const unspecified = () => {
  const check = (node, { report, location }) => {
    const facts = node?.['x-unspecified'];
    if (facts !== undefined && !isFacts(facts)) {
      const message = 'x-unspecified must map names of assumptions to facts';
      report({ message, location: location.child('x-unspecified') });
    }
    if (typeof node?.description === 'string' && unknowns(node.description) > 1) {
      const message = 'more than one sentence describes a gap: move it to x-unspecified';
      report({ message, location: location.child('description') });
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

/** Names in code, such as those of settings, do not count. */
const unknowns = description => description.replace(/`[^`]*`/g, '').split(/[.:;](?=\s|$)/).filter(sentence => UNKNOWN.test(sentence)).length;

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
