/** The position of the focus: its element, and the child index in each ancestor, the nearest first. */
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
 * The element to focus after a removed one: the row at its position or the one before, else the heading of what took its
 * place, else the nearest heading.
 */
function successor({ steps }: Trail): HTMLElement | undefined {
  for (const { parent, index } of steps) {
    if (parent === document.body || !document.body.contains(parent)) continue
    const row = parent.matches(ROWS) ? (parent.children[index] ?? parent.children[index - 1]) : undefined
    const instead = parent.children[index]?.querySelector('h1, h2, h3')
    const place = row ?? instead ?? parent.querySelector('h1') ?? parent.querySelector('h2, h3')
    if (place instanceof HTMLElement) return place
  }
  return undefined
}

const isLost = () => document.activeElement === null || document.activeElement === document.body
const isInDialog = ({ element }: Trail) => element.closest('[role=dialog], [role=alertdialog]') !== null

/**
 * Restores the focus for keyboard and screen reader users: when the focused element is removed (a deleted row, a form
 * replaced by its result, a closed dialog without an opener), focuses a nearby element. A page that moves the focus
 * itself takes precedence. Call once for the document.
 */
export function keepFocus(): void {
  let trail: Trail | undefined
  /** The position before a dialog took the focus. */
  let under: Trail | undefined

  const follow = () => {
    if (!isLost() || trail === undefined || trail.element.isConnected) return
    const place = successor(trail) ?? (under && successor(under)) ?? document.querySelector<HTMLElement>('h1')
    if (!place) return
    if (place.tabIndex < 0) place.tabIndex = -1
    place.focus()
  }
  // Two frames, within which a closing overlay restores the focus itself.
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
    // A removed element is disconnected by then. If it is still connected, the user has left it.
    queueMicrotask(() => {
      if (trail === was && was?.element.isConnected && isLost()) trail = undefined
    })
  })
  new MutationObserver(() => {
    if (trail && !trail.element.isConnected && isLost()) soon()
  }).observe(document.body, { childList: true, subtree: true })
}
