const CONTROLS = 'a[href], button, input, select'

type Field = HTMLInputElement | HTMLSelectElement

const isField = (element: Element): element is Field => element.matches('input, select')

/** As if it had been typed here: React hears of a value that the element's own class has set. */
function type(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(field.matches('select') ? 'change' : 'input', { bubbles: true }))
}

/**
 * The drawn page gives way to the same page of the program, within one frame: what was typed there stands here, the focus stays
 * where it was, and what was pressed last is pressed again, since nothing heard it. Where another page came than was drawn,
 * nothing of it is alike.
 */
export function giveWay(): void {
  const drawn = document.getElementById('drawn')
  const root = document.getElementById('root')
  if (!drawn || !root) return
  root.hidden = false
  const now = [...root.querySelectorAll<HTMLElement>(CONTROLS)]
  const pressed = window.agioEarly?.pressed
  const moves = [...drawn.querySelectorAll<HTMLElement>(CONTROLS)].flatMap((old, at) => {
    const own = now[at]
    return own && own.tagName === old.tagName && own.textContent === old.textContent ? [{ old, own }] : []
  })
  for (const { old, own } of moves) {
    if (isField(old) && isField(own) && old.value !== own.value) type(own, old.value)
    if (old === document.activeElement) own.focus()
    // After what was typed has been heard.
    if (old === pressed) setTimeout(() => own.click())
  }
  drawn.remove()
}
