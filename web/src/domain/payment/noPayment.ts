import { isApiError } from '../../api/problem'

/** A link that belongs to no payment. */
export const isNoPayment = (error: unknown): boolean =>
  isApiError(error) && (error.code === 'NOT_FOUND' || error.code === 'TOO_MANY_REQUESTS')
