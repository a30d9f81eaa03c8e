import * as operations from './rules/operations.js';
import * as schemas from './rules/schemas.js';
import * as texts from './rules/texts.js';

/** Our own rules, which redocly.yaml enables as `gpu/NAME`. */
export const rules = { ...operations.rules, ...schemas.rules, ...texts.rules };

export default () => ({ id: 'gpu', rules: { oas3: rules } });
