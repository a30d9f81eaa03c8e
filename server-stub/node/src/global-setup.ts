import { globalSetup } from './run.js';

export default globalSetup();
