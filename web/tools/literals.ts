/** Finds untranslated texts: text, labels and titles written directly in the code. */
import { parseSync } from 'vite'

type Node = { type: string; [key: string]: unknown }

const ATTRIBUTES = new Set([
  'alt',
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'aria-roledescription',
  'placeholder',
])
// Also the props and keys by which our components and tables name displayed text.
const SHOWN = new Set(['title', 'label', 'note', 'detail', 'text', 'hint', 'message', 'description', 'below', 'value'])
const MACROS = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal'])
const WORD = /\p{L}{2,}/u

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const children = (node: Node) => Object.values(node).flat().filter(isNode)
const named = (node: unknown) => (isNode(node) ? String(node.name ?? node.value ?? '') : '')

/** The possible string literals of an expression's value. Tagged templates are translated, so they are ignored. */
function strings(node: unknown): string[] {
  if (!isNode(node)) return []
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : []
    case 'TemplateLiteral':
      return (node.quasis as { value: { cooked: string } }[]).map((quasi) => quasi.value.cooked)
    case 'ConditionalExpression':
      return [...strings(node.consequent), ...strings(node.alternate)]
    case 'LogicalExpression':
    case 'BinaryExpression':
      return [...strings(node.left), ...strings(node.right)]
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
      return strings(node.expression)
    default:
      return []
  }
}

function shownBy(node: Node, component: boolean): string[] {
  switch (node.type) {
    case 'JSXText':
      // An HTML entity is not a word.
      return [String(node.value).replace(/&\w+;/g, ' ')]
    case 'JSXElement':
    case 'JSXFragment':
      return (node.children as Node[]).filter((child) => child.type !== 'JSXText').flatMap(strings)
    case 'JSXAttribute':
      return ATTRIBUTES.has(named(node.name)) || (component && SHOWN.has(named(node.name))) ? strings(node.value) : []
    case 'Property':
      // Lower-case values are codes and class names.
      return SHOWN.has(named(node.key)) ? strings(node.value).filter((text) => /^\p{Lu}\p{Ll}/u.test(text)) : []
    case 'CallExpression':
      return isNode(node.callee) && named(node.callee.object) === 'notify'
        ? (node.arguments as Node[]).flatMap(strings)
        : []
    default:
      return []
  }
}

/** The displayed string literals of a source file, outside translation macros. */
export function bareStrings(path: string, source: string): string[] {
  const found: string[] = []
  const walk = (node: Node, component: boolean) => {
    const opening = isNode(node.openingElement) ? node.openingElement : undefined
    if (opening && MACROS.has(named(opening.name))) return
    // `msg({ message, context })`: a message whose translation depends on the context.
    if (node.type === 'CallExpression' && named(node.callee) === 'msg') return
    // The `value` of an HTML element is a code; that of a component is displayed.
    const within = opening ? /^[A-Z]/.test(named(opening.name)) : component
    found.push(...shownBy(node, within).filter((text) => WORD.test(text)))
    for (const child of children(node)) walk(child, within)
  }
  walk(parseSync(path, source).program as unknown as Node, false)
  return found.map((text) => text.trim())
}
