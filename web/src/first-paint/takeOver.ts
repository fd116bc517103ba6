const CONTROLS = 'a[href], button, input, select'

type Field = HTMLInputElement | HTMLSelectElement

const isField = (element: Element): element is Field => element.matches('input, select')

/** Simulates typing. React only notices a value that the setter of the element's class has set. */
function type(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(field.matches('select') ? 'change' : 'input', { bubbles: true }))
}

/** The properties that identify a control of a page, besides its position. */
const keyOf = (control: Element): string =>
  [control.tagName, control.getAttribute('type'), control.getAttribute('name'), control.textContent].join()

/** The controls of the prerendered page with those of the app, which may already have more of them. */
function matched(prerendered: Element, root: Element): { old: HTMLElement; own: HTMLElement }[] {
  const left = [...root.querySelectorAll<HTMLElement>(CONTROLS)]
  return [...prerendered.querySelectorAll<HTMLElement>(CONTROLS)].flatMap((old) => {
    const at = left.findIndex((own) => keyOf(own) === keyOf(old))
    const [own] = at < 0 ? [] : left.splice(at, 1)
    return own ? [{ old, own }] : []
  })
}

/**
 * Replaces the prerendered page with the app's page within one frame. Carries over typed text and the focus, and
 * repeats the last click, because the prerendered page has no handlers. Elements that do not match, as on a different
 * page, are skipped.
 */
export function takeOver(): void {
  const prerendered = document.getElementById('prerendered')
  const root = document.getElementById('root')
  if (!prerendered || !root) return
  root.hidden = false
  const pressed = window.agioPrefetched?.pressed
  for (const { old, own } of matched(prerendered, root)) {
    if (isField(old) && isField(own) && old.value !== own.value) type(own, old.value)
    if (old === document.activeElement) own.focus()
    // After React has handled the typed values.
    if (old === pressed) setTimeout(() => own.click())
  }
  prerendered.remove()
}
