/** Whether the server saw, when it sent the page, that nothing of this person is under way. */
export const isIdleHere = (): boolean =>
  typeof document !== 'undefined' && document.documentElement.dataset.idle !== undefined

/** That was then, and of whoever was here then. */
export function forgetIdle(): void {
  delete document.documentElement.dataset.idle
}

/** Whether the browser keeps no session of this host: the server saw that none came with the request for this page. */
export const isNewHere = (): boolean => document.documentElement.dataset.visitor === 'new'
