/** Rules for schemas. */

const target = (schema, resolve) => (schema?.$ref ? resolve(schema).node : schema) ?? {};

const hasExample = schema => schema.examples?.length > 0 || schema.example !== undefined;

/** An object has examples at its properties, an array of objects at the properties of its items. */
const showsItself = (schema, resolve) => {
  const resolved = target(schema, resolve);
  return resolved.type === 'array'
    ? showsItself(resolved.items, resolve)
    : resolved.properties !== undefined || resolved.allOf !== undefined;
};

/** The values that a description does not contain. */
const lacking = (description, values) =>
  values.filter(value => !new RegExp(`(^|[^\\w-])${value}(?!\\w)`).test(description ?? ''));

/**
 * Each value of an enumeration has one name, and no value occurs twice. Either the description of the schema contains the
 * values, or each has a description of its own.
 */
const enumNames = () => ({
  Schema(schema, { report, location }) {
    const key = schema.enum ? 'enum' : 'x-extensible-enum';
    const values = schema[key];
    if (!values) {
      return;
    }
    const described = !schema['x-enum-descriptions'] && lacking(schema.description, values).length === 0;
    for (const companion of ['x-enum-varnames', 'x-enum-descriptions'].slice(0, described ? 1 : 2)) {
      const count = schema[companion]?.length ?? 0;
      if (count !== values.length) {
        report({ message: `${companion} has ${count} entries for ${values.length} values`, location });
      }
      if (new Set(schema[companion]).size !== count) {
        report({ message: `${companion} holds an entry twice`, location });
      }
    }
    if (new Set(values).size !== values.length) {
      report({ message: `${key} holds a value twice`, location: location.child(key) });
    }
  },
});

/**
 * The description of an open enumeration, and of each use of one, contains its values: code generators and most pages
 * ignore `x-extensible-enum`.
 */
const enumValues = () => {
  const check = (schema, resolve, description, report, location) => {
    const values = target(schema, resolve)['x-extensible-enum'] ?? [];
    const missing = lacking(description, values);
    if (missing.length > 0) {
      report({ message: `the description does not contain the values ${missing}`, location });
    }
  };
  return {
    NamedSchemas(schemas, { report, resolve, location }) {
      for (const [name, schema] of Object.entries(schemas)) {
        check(schema, resolve, schema.description, report, location.child(name));
      }
    },
    SchemaProperties(properties, { report, resolve, location }) {
      for (const [name, schema] of Object.entries(properties).filter(([, schema]) => schema.$ref)) {
        check(schema, resolve, schema.description, report, location.child(name));
      }
    },
    Parameter(parameter, { report, resolve, location }) {
      check(parameter.schema, resolve, parameter.description, report, location);
    },
  };
};

/** Only the enumerations named in `closed` are closed; all others may gain values. */
const openEnums = ({ closed = [] }) => ({
  NamedSchemas(schemas, { report, location }) {
    for (const [name, schema] of Object.entries(schemas)) {
      if (schema.enum && !closed.includes(name)) {
        report({ message: 'a closed enumeration: use x-extensible-enum', location: location.child([name, 'enum']) });
      }
    }
  },
  SchemaProperties(properties, { report, location }) {
    for (const [name, schema] of Object.entries(properties)) {
      if (schema.enum) {
        report({ message: 'an enumeration without a name of its own', location: location.child([name, 'enum']) });
      }
    }
  },
});

/** An object has a name of its own: code generators invent one for an object that is declared inside another. */
const namedObjects = () => {
  const check = (schema, report, location) => {
    if (schema?.properties || (schema?.type === 'object' && !schema.$ref)) {
      report({ message: 'an object without a name of its own', location });
    }
  };
  return {
    SchemaProperties(properties, { report, location }) {
      for (const [name, schema] of Object.entries(properties)) {
        check(schema, report, location.child(name));
        check(schema.items, report, location.child([name, 'items']));
      }
    },
    MediaType(mediaType, { report, location }) {
      check(mediaType.schema, report, location.child('schema'));
    },
  };
};

/** Objects may gain members. */
const openObjects = () => ({
  Schema(schema, { report, location }) {
    for (const key of ['additionalProperties', 'unevaluatedProperties'].filter(key => schema[key] === false)) {
      report({ message: 'objects stay open, they may gain members', location: location.child(key) });
    }
  },
});

/** Identifiers are opaque: no format, and a length only where a request must contain one. */
const opaqueIdentifiers = () => ({
  Schema(schema, { report, location }) {
    if (schema.format === 'uuid') {
      report({ message: 'identifiers are opaque strings, not UUIDs', location: location.child('format') });
    }
  },
  NamedSchemas(schemas, { report, location }) {
    for (const [name, schema] of Object.entries(schemas).filter(([, schema]) => !schema['x-request-body'])) {
      for (const [property, { minLength }] of Object.entries(schema.properties ?? {})) {
        if (minLength !== undefined) {
          report({
            message: 'minLength is for requests',
            location: location.child([name, 'properties', property, 'minLength']),
          });
        }
      }
    }
  },
});

/** The width of a number. Without a format Go generates float32 for a number, which loses cents. */
const numberFormat = () => ({
  Schema(schema, { report, location }) {
    if (schema.type === 'integer' && !['int32', 'int64'].includes(schema.format)) {
      report({ message: 'an integer needs the format int32 or int64', location });
    }
    if (schema.type === 'number' && schema.format !== 'double') {
      report({ message: 'a number needs the format double', location });
    }
  },
});

/**
 * Forms of a schema that break code generators: `anyOf` and `oneOf`, lists of types other than one with null, and
 * `properties` next to `allOf`, which openapi-python-client ignores without a warning.
 */
const generatorForms = () => ({
  Schema(schema, { report, location }) {
    for (const keyword of ['anyOf', 'oneOf'].filter(keyword => schema[keyword])) {
      report({ message: `${keyword} breaks code generators`, location: location.child(keyword) });
    }
    if (Array.isArray(schema.type) && (schema.type.length !== 2 || schema.type[1] !== 'null')) {
      report({ message: 'a list of types other than one with null breaks code generators', location: location.child('type') });
    }
    if (schema.allOf && schema.properties) {
      report({ message: 'members next to allOf are ignored: declare them in it', location: location.child('properties') });
    }
  },
});

/** Readers show the title of each part of a condition: Redoc as the name of a case, which is otherwise "case 2". */
const titledConditions = () => ({
  Schema(schema, { report, location }) {
    for (const keyword of schema.if ? ['if', 'then', 'else'] : []) {
      if (!schema[keyword]?.title) {
        report({ message: `${keyword} has no title`, location });
      }
    }
  },
});

/** Each property is described where it is used, and has an example there or at its schema; a condition has neither. */
const propertyDocumented = () => ({
  SchemaProperties(properties, { report, resolve, location }) {
    if (/\/(if|not|then)\/(allOf\/0\/)?properties$/.test(location.pointer)) {
      return;
    }
    for (const [name, schema] of Object.entries(properties)) {
      if (!schema.description) {
        report({ message: `property ${name} has no description`, location: location.child(name) });
      }
      if (!hasExample(schema) && !hasExample(target(schema, resolve)) && !showsItself(schema, resolve)) {
        report({ message: `property ${name} has no example`, location: location.child(name) });
      }
    }
  },
});

/** Names on the wire are in snake_case, except for `except`, which is how the service spells them. */
const snakeCase = ({ except = [] }) => ({
  SchemaProperties(properties, { report, location }) {
    for (const name of Object.keys(properties)) {
      if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name) && !except.includes(name)) {
        report({ message: `property ${name} is not in snake_case`, location: location.child(name).key() });
      }
    }
  },
});

export const rules = {
  'enum-names': enumNames,
  'enum-values': enumValues,
  'named-objects': namedObjects,
  'open-enums': openEnums,
  'open-objects': openObjects,
  'opaque-identifiers': opaqueIdentifiers,
  'number-format': numberFormat,
  'generator-forms': generatorForms,
  'titled-conditions': titledConditions,
  'property-documented': propertyDocumented,
  'snake-case': snakeCase,
};
