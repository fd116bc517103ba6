import type { Movement } from '../../api/queries'

/** Whether the movement ended with the amount that was ordered. Otherwise its amounts and fees are only the order's. */
export function isExecuted({ status, headline, to }: Pick<Movement, 'status' | 'headline' | 'to'>): boolean {
  return status === 'DONE' && headline.amount === to.amount && headline.currency === to.currency
}
