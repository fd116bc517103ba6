/** The colour of the page, which the bars of an application around have too. */
export function followGround(paint: (color: string) => void): void {
  const show = () => {
    const color = hexOf(getComputedStyle(document.body).backgroundColor)
    if (color) paint(color)
  }
  show()
  new MutationObserver(show).observe(document.documentElement, { attributeFilter: ['data-theme'] })
}

/** A CSS colour of any form as `#rrggbb`, which is the only one that the applications know. */
export function hexOf(color: string): string | undefined {
  const pixel = document.createElement('canvas').getContext('2d')
  if (!pixel) return undefined
  pixel.fillStyle = color
  pixel.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = pixel.getImageData(0, 0, 1, 1).data
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
