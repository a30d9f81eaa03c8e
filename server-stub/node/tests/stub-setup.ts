import { globalSetup } from 'gpu-cloud-stub';

export default globalSetup('stub.cors.allowed-origins=http://localhost:5173');
