import type { components } from '../api/schema.gen'

type Status = components['schemas']['Status']

/** The statuses of unfinished transactions. */
export const STATUSES: Status[] = ['NEW', 'WAIT', 'PROCESSING', 'ACTION_REQUIRED', 'MANUAL']

/** The API query for the latest unfinished transactions. */
export const RUNNING = { status: STATUSES, limit: 5 }
