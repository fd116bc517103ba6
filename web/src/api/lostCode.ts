/** What browsers throw when a part of the app itself cannot be fetched: no connection, or a release that is gone. */
export function isLostCode(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message)
}
