/** Whether the browser keeps no session of this host: the server saw that none came with the request for this page. */
export const isNewHere = (): boolean => document.documentElement.dataset.visitor === 'new'
