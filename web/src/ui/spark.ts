/** A position in the box. */
type Spot = { x: number; y: number }

const FRAME = { left: 3, right: 73, top: 4, bottom: 26 }

/** The positions of a sparkline's values in a box of 76 by 30, and whether the last is not below the first. */
export function sparkOf(values: readonly number[]): { spots: Spot[]; rose: boolean } {
  const [first = 0, last = 0] = [values[0], values.at(-1)]
  const rose = last >= first
  if (values.length < 2) return { spots: [], rose }
  const [min, max] = [Math.min(...values), Math.max(...values)]
  const { left, right, top, bottom } = FRAME
  const step = (right - left) / (values.length - 1)
  // Equal values are a line through the middle.
  const height = (value: number) => (max > min ? (value - min) / (max - min) : 0.5) * (bottom - top)
  return { spots: values.map((value, each) => ({ x: left + each * step, y: bottom - height(value) })), rose }
}

/** The SVG path of straight lines through the spots. */
export function sparkPath(spots: readonly Spot[]): string {
  return spots.map(({ x, y }, each) => `${each === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
}
