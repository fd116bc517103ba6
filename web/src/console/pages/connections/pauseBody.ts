import type { NewPaywayPause } from '../../api/payways'

/** What an operator typed. Times are local ones of the browser; empty for none. */
export type PauseValues = Pick<NewPaywayPause, 'payway' | 'flow' | 'cause'> & {
  from: string
  until: string
  texts: Record<string, string>
}

export const EMPTY_PAUSE: PauseValues = {
  payway: 'blik',
  flow: 'BOTH',
  cause: 'MAINTENANCE',
  from: '',
  until: '',
  texts: {},
}

/** The moment of a local time of the browser. */
const moment = (local: string): string => new Date(local).toISOString()

/** The body of the request. */
export function pauseBody({ from, until, texts, ...rest }: PauseValues, reason: string): NewPaywayPause {
  return {
    ...rest,
    texts: Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== '')),
    ...(from ? { from: moment(from) } : {}),
    ...(until ? { until: moment(until) } : {}),
    reason,
  }
}
