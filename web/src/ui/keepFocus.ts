/** Where the focus is: its element, and for each of its ancestors, the nearest first, which child led to it. */
type Trail = { element: Element; steps: { parent: Element; index: number }[] }

const ROWS = 'ul, ol, tbody, [role=list]'

function trailOf(element: Element): Trail {
  const steps: Trail['steps'] = []
  for (let child = element; child.parentElement; child = child.parentElement)
    steps.push({
      parent: child.parentElement,
      index: Array.prototype.indexOf.call(child.parentElement.children, child),
    })
  return { element, steps }
}

/**
 * What follows the place that a trail led to and that is gone: the row that now stands there or the one before it, else the
 * heading of what is nearest around it.
 */
function successor({ steps }: Trail): HTMLElement | undefined {
  for (const { parent, index } of steps) {
    if (parent === document.body || !document.body.contains(parent)) continue
    const row = parent.matches(ROWS) ? (parent.children[index] ?? parent.children[index - 1]) : undefined
    const place = row ?? parent.querySelector('h1') ?? parent.querySelector('h2, h3')
    if (place instanceof HTMLElement) return place
  }
  return undefined
}

const isLost = () => document.activeElement === null || document.activeElement === document.body
const isInDialog = ({ element }: Trail) => element.closest('[role=dialog], [role=alertdialog]') !== null

/**
 * Keeps the place of who goes by keyboard or listens: when what has the focus is taken off the page (a row deleted, a form
 * replaced by its result, a dialog closed whose opener is gone), the focus goes to what follows instead of to nothing.
 * A page that moves the focus itself comes first. Called once, for the whole document.
 */
export function keepFocus(): void {
  let trail: Trail | undefined
  /** Of what had the focus before a dialog took it. */
  let under: Trail | undefined

  const follow = () => {
    if (!isLost() || trail === undefined || trail.element.isConnected) return
    const place = successor(trail) ?? (under && successor(under)) ?? document.querySelector<HTMLElement>('h1')
    if (!place) return
    if (place.tabIndex < 0) place.tabIndex = -1
    place.focus()
  }
  // Two frames, for what closes gives the focus back by itself within them.
  const soon = () => requestAnimationFrame(() => requestAnimationFrame(follow))

  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return
    const next = trailOf(target)
    if (!isInDialog(next)) under = undefined
    else if (trail?.element.isConnected && !isInDialog(trail)) under = trail
    trail = next
  })
  document.addEventListener('focusout', () => {
    const was = trail
    // What was taken away is off the page by then. What still stands there was left by its owner.
    queueMicrotask(() => {
      if (trail === was && was?.element.isConnected && isLost()) trail = undefined
    })
  })
  new MutationObserver(() => {
    if (trail && !trail.element.isConnected && isLost()) soon()
  }).observe(document.body, { childList: true, subtree: true })
}
