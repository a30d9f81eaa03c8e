export { Account, Stub, StubError, type AccountSeed, type Body, type Envelope, type FaultSettings, type Method, type Operation, type Path, type RecordedRequest } from './stub.js';
export { findJava, jar, startStub } from './process.js';
export { currentStub, globalSetup } from './run.js';
