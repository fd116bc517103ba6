/** A card scheme's name as on the card. An unknown name stays unchanged. */
export function brandName(brand: string | undefined): string {
  if (brand === 'visa') return 'Visa'
  if (brand === 'mastercard') return 'Mastercard'
  return brand ?? ''
}

/** Formats the server's text "visa •••• 4242" with the scheme's proper spelling. */
export function cardName(display: string): string {
  return display.replace(/^[a-z]+(?= )/, brandName)
}
