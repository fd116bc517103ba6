/** A scheme as it is written on the card; a name we do not know is shown as it came. */
export function brandName(brand: string | undefined): string {
  if (brand === 'visa') return 'Visa'
  if (brand === 'mastercard') return 'Mastercard'
  return brand ?? ''
}

/** "visa •••• 4242", as the server names a card, with the brand's own spelling. */
export function cardName(display: string): string {
  return display.replace(/^[a-z]+(?= )/, brandName)
}
