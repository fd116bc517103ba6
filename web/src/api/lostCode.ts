/** Whether a dynamic import failed: the browser is offline, or a new release has replaced the file. */
export function isLostCode(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message)
}
