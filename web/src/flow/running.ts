import type { components } from '../api/schema.gen'

type Status = components['schemas']['Status']

const STATUSES: Status[] = ['NEW', 'WAIT', 'PROCESSING', 'ACTION_REQUIRED', 'MANUAL']

/** The newest few transactions that are not finished, as the API is asked for them. */
export const RUNNING = { status: STATUSES, limit: 5 }
