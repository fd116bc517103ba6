import type { MovementLine, Page } from '../../api/queries'
import { addressOf, type MovementFilter } from './filter'

export type ViewName = 'us' | 'customer' | 'progress' | 'failed' | 'all'

/** The saved views: filters that operators use all day. */
export const VIEWS: Record<ViewName, MovementFilter> = {
  us: { status: 'MANUAL' },
  customer: { status: 'ACTION_REQUIRED' },
  progress: { status: 'PROCESSING' },
  failed: { status: 'FAIL', age: 'day' },
  all: {},
}

/** The view with exactly this filter. */
export function viewOf(filter: MovementFilter): ViewName | undefined {
  const address = addressOf(filter).toString()
  const names = Object.keys(VIEWS) as ViewName[]
  return names.find((name) => addressOf(VIEWS[name]).toString() === address)
}

type Lists = Record<'work' | 'inProgress' | 'lastDay', Page<MovementLine> | undefined>
export type Count = { count: number; hasMore: boolean }

/** The number of transactions in each view, as far as its list has loaded. */
export function countsOf({ work, inProgress, lastDay }: Lists): Partial<Record<ViewName, Count>> {
  const of = (page: Page<MovementLine> | undefined, status: string) =>
    page && { count: page.data.filter((line) => line.status === status).length, hasMore: page.has_more }
  const all = {
    us: of(work, 'MANUAL'),
    customer: of(work, 'ACTION_REQUIRED'),
    progress: of(inProgress, 'PROCESSING'),
    failed: of(lastDay, 'FAIL'),
  }
  return Object.fromEntries(Object.entries(all).filter(([, one]) => one !== undefined))
}
