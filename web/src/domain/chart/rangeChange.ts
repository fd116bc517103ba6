import type { Point } from '../../ui/chart/scale'

/** The change from the first to the last point, in percent with two decimals; `undefined` for one point or a zero start. */
export function rangeChange(points: readonly Point[]): string | undefined {
  const [first, last] = [points[0], points.at(-1)].map((point) => Number(point?.value))
  if (points.length < 2 || !first || last === undefined) return undefined
  const percent = (((last - first) / Math.abs(first)) * 100).toFixed(2)
  return percent === '-0.00' ? '0.00' : percent
}
