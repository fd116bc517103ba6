import { markOf } from '../../domain/payment/shopColour'

/** The colour of a button of a shop that has chosen none. */
const PLAIN = '#1a1d1e'

/** The look of a shop's button, by CSS property. */
export function buttonStyle(colour: string | undefined): Record<string, string> {
  return {
    display: 'inline-block',
    padding: '14px 24px',
    'border-radius': '12px',
    ...markOf(colour ?? PLAIN),
    font: '600 16px/1.25 system-ui, sans-serif',
    'text-decoration': 'none',
  }
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)

/** What a shop pastes into its page: a link to the page of a payment that looks like a button. It needs no script. */
export function shopButton(url: string, label: string, colour: string | undefined): string {
  const style = Object.entries(buttonStyle(colour)).map(([name, value]) => `${name}: ${value}`)
  return `<a href="${escaped(url)}"\n  style="${style.join('; ')}">${escaped(label)}</a>`
}
