// The smallest script that makes one request with undici and reads its answer.
import { request } from 'undici';

const { body } = await request(process.argv[2], { headers: { 'x-api-key': process.argv[3] } });
await body.json();
process.exit(0);
