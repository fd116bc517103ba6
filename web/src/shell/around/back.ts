/** The way back of an application around, which replaces the page's own link back. */

const isOverlaid = () => document.querySelector('[role="dialog"], dialog[open]') !== null
const ownBack = () => document.querySelector<HTMLElement>('#root .back')

/** Whether the page has something to go back from: an overlay, or its own link. */
export const hasBack = (): boolean => isOverlaid() || ownBack() !== null

/** Leads where the page's own link back leads. An open overlay closes first. */
export function goBack(): void {
  const link = isOverlaid() ? null : ownBack()
  if (link) link.click()
  else history.back()
}

/** Reports whether the page has something to go back from, at first and after each change. */
export function followBack(tell: (has: boolean) => void): void {
  let told: boolean | undefined
  const sync = () => {
    const has = hasBack()
    if (has !== told) tell(has)
    told = has
  }
  sync()
  new MutationObserver(sync).observe(document.body, { childList: true, subtree: true })
}
