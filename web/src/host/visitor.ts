/** Whether the server knew at page load that this customer has no running transactions. */
export const isIdleHere = (): boolean =>
  typeof document !== 'undefined' && document.documentElement.dataset.idle !== undefined

/** The hint is valid only for the page load and its session. */
export function forgetIdle(): void {
  delete document.documentElement.dataset.idle
}

/** Whether the browser has no session of this host: the page request had no session cookie. */
export const isNewHere = (): boolean => document.documentElement.dataset.visitor === 'new'
