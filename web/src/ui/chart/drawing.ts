import { lineTexts, widthOf } from './axis'
import { areaOf, type Frame, heightOf, lineOf, type Point, scaleOf, type Spot, spotsOf } from './scale'
import { timeTicks } from './times'

/** The size of a chart, in pixels. */
export type Box = { width: number; height: number }

type Label = { text: string; x: number }

/** The geometry of a chart. Without points, only the grid. */
export type Drawing = {
  frame: Frame
  lines: { y: number; text: string }[]
  labels: Label[]
  spots: Spot[]
  line: string
  area: string
}

const GUTTER_MIN = 46
const GUTTER_GAP = 12
const TOP = 14
const BELOW = 26
const LABEL_GAP = 10
const LABELS_MAX = 6

/** Computes the geometry of a chart in its box. */
export function drawingOf(points: readonly Point[], { width, height }: Box, locale: string): Drawing {
  const scale = scaleOf(points.map(({ value }) => Number(value)))
  const texts = points.length > 0 ? lineTexts(scale, locale) : scale.lines.map(() => '')
  const gutter = Math.max(GUTTER_MIN, ...texts.map((text) => widthOf(text) + GUTTER_GAP))
  const frame = { left: 0, right: Math.max(width - gutter, 1), top: TOP, bottom: height - BELOW }
  const lines = scale.lines.map((value, each) => ({ y: heightOf(value, scale.lines, frame), text: texts[each] ?? '' }))
  const spots = spotsOf(points, scale, frame)
  const labels = labelsOf(points, frame, width, locale)
  return { frame, lines, labels, spots, line: lineOf(spots), area: areaOf(spots, frame.bottom) }
}

/** The time labels that fit below the chart without overlap, inside the box. */
function labelsOf(points: readonly Point[], { left, right }: Frame, width: number, locale: string): Label[] {
  const [first = 0, last = 0] = [points[0], points.at(-1)].map((point) => Date.parse(point?.at ?? ''))
  const place = (time: number) => left + ((time - first) / (last - first)) * (right - left)
  for (let most = LABELS_MAX; most > 0; most--) {
    const labels = timeTicks(first, last, most, locale).map(({ time, text }) => {
      const half = widthOf(text) / 2
      return { text, x: Math.max(half, Math.min(width - half, place(time))) }
    })
    if (labels.every((label, each) => isApart(labels[each - 1], label))) return labels
  }
  return []
}

function isApart(before: Label | undefined, { text, x }: Label): boolean {
  return !before || x - before.x >= (widthOf(before.text) + widthOf(text)) / 2 + LABEL_GAP
}
