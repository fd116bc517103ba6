export { type Client, type ClientOptions, createClient } from './client.ts'
export { PartnerProblem } from './problem.ts'
export type { components, paths } from './schema.gen.ts'
