/** The key of the draft in the cache of queries. In a file of its own, so that code that only clears the draft loads nothing more. */
export const UNFINISHED_KEY = ['order-draft']
