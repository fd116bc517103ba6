/* Positions of chart points. Amounts become floats only for pixels; displayed amounts come from their strings. */

/** One point of a chart: a moment, and a decimal as the server sent it. */
export type Point = { at: string; value: string }

/** The grid lines, lowest first. `place` is the power of ten of the last digit in which they differ. */
export type Scale = { lines: number[]; place: number }

/** A position in pixels. */
export type Spot = { x: number; y: number }

/** The drawing area of the line. */
export type Frame = { left: number; right: number; top: number; bottom: number }

const STEPS = [1, 2, 2.5, 5]
const LINES_MAX = 4
/** The relative difference below which values count as equal, because of float precision. */
const EQUAL = 1e-9
/** The fraction of a step by which a value may miss a grid line and still count as on it. */
const ON_LINE = 1e-6

/** A scale of three or four round lines. All values lie between the first line and the last. */
export function scaleOf(values: readonly number[]): Scale {
  const { min, max } = spread(values)
  for (let power = Math.floor(Math.log10((max - min) / LINES_MAX)); ; power++)
    for (const digits of STEPS) {
      const step = Number(`${digits}e${power}`)
      const first = Math.floor(min / step + ON_LINE)
      const count = Math.ceil(max / step - ON_LINE) - first + 1
      if (count <= LINES_MAX) {
        // Parsing the decimal text avoids float errors in the last digits.
        const lines = Array.from({ length: count }, (_, line) => Number(`${(first + line) * digits}e${power}`))
        return { lines, place: digits === 2.5 ? power - 1 : power }
      }
    }
}

/** The minimum and maximum, with a margin around equal values. */
function spread(values: readonly number[]): { min: number; max: number } {
  const known = values.filter(Number.isFinite)
  const [min, max] = known.length > 0 ? [Math.min(...known), Math.max(...known)] : [0, 0]
  const size = Math.max(Math.abs(min), Math.abs(max))
  if (size === 0) return { min: 0, max: 1 }
  return max - min > size * EQUAL ? { min, max } : { min: min - size / 20, max: max + size / 20 }
}

/** The pixel positions of points: time from left to right, value from bottom to top. A single point is at the right. */
export function spotsOf(points: readonly Point[], { lines }: Scale, frame: Frame): Spot[] {
  const times = points.map(({ at }) => Date.parse(at))
  const [begin = 0, end = 0] = [times[0], times.at(-1)]
  const { left, right } = frame
  const x = (time: number) => (end > begin ? left + ((time - begin) / (end - begin)) * (right - left) : right)
  return points.map(({ value }, each) => ({ x: x(times[each] ?? end), y: heightOf(Number(value), lines, frame) }))
}

/** The vertical position of a value. */
export function heightOf(value: number, lines: readonly number[], { top, bottom }: Frame): number {
  const [low = 0, high = 1] = [lines[0], lines.at(-1)]
  return bottom - ((value - low) / (high - low)) * (bottom - top)
}

const pixel = (length: number) => Math.round(length * 10) / 10

/** The SVG path of straight lines through the spots. */
export function lineOf(spots: readonly Spot[]): string {
  return spots.map(({ x, y }, each) => `${each === 0 ? 'M' : 'L'}${pixel(x)} ${pixel(y)}`).join('')
}

/** The area between a line and the bottom. */
export function areaOf(spots: readonly Spot[], bottom: number): string {
  const [first, last] = [spots[0], spots.at(-1)]
  return first && last ? `${lineOf(spots)}L${pixel(last.x)} ${bottom}L${pixel(first.x)} ${bottom}Z` : ''
}

/** The index of the spot nearest to `x`; -1 without spots. */
export function nearest(spots: readonly Spot[], x: number): number {
  const away = spots.map((spot) => Math.abs(spot.x - x))
  return away.indexOf(Math.min(...away))
}

/** At most `most` items, evenly spaced, including the first and the last. */
export function thinned<Item>(list: readonly Item[], most: number): Item[] {
  if (list.length <= most) return [...list]
  const apart = (list.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, each) => list[Math.round(each * apart)] as Item)
}

/** The points of the text description: first, last, lowest and highest. */
export function outlineOf(points: readonly Point[]) {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return undefined
  const by = (isFarther: (a: number, b: number) => boolean) =>
    points.reduce((found, point) => (isFarther(Number(point.value), Number(found.value)) ? point : found), first)
  return { first, last, low: by((a, b) => a < b), high: by((a, b) => a > b) }
}

const FAR = 10

/** The index that a key moves to; `undefined` for other keys. */
export function movedBy(key: string, from: number, last: number): number | undefined {
  const to = { ArrowLeft: from - 1, ArrowRight: from + 1, PageUp: from - FAR, PageDown: from + FAR, Home: 0, End: last }
  const found = Object.hasOwn(to, key) ? to[key as keyof typeof to] : undefined
  return found === undefined ? undefined : Math.max(0, Math.min(last, found))
}
