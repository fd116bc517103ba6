import { Trans, useLingui } from '@lingui/react/macro'
import { drawingOf } from './drawing'
import { Over } from './Over'
import { Plot } from './Plot'
import { outlineOf, type Point } from './scale'
import { Tip } from './Tip'
import { useBox } from './useBox'
import { usePointed } from './usePointed'
import { useWhen } from './useWhen'
import './chart.css'

type LineChartProps = {
  /** Oldest first; `undefined` while they load. */
  points: readonly Point[] | undefined
  /** The name of the series. */
  label: string
  /** Formats a value. */
  text: (value: string) => string
  failed: boolean
  /** Dims the line, because the points are stale. */
  dim: boolean
  onRetry: () => void
  /** Classes that set the height, which is the same in all states. */
  height?: string
}

const NONE: readonly Point[] = []
const USUAL_HEIGHT = 'h-[180px] desk:h-[220px]'

/** A line chart of values over time. Mouse, touch and arrow keys select a point. */
export function LineChart({ points, label, text, failed, dim, onRetry, height = USUAL_HEIGHT }: LineChartProps) {
  const { t, i18n } = useLingui()
  const { box, ref } = useBox()
  const shown = points ?? NONE
  const drawing = box && drawingOf(shown, box, i18n.locale)
  const { at, byKey, handlers } = usePointed(drawing?.spots ?? [])
  const when = useWhen(shown)
  const outline = outlineOf(shown)
  const [point, spot] = at === undefined ? [] : [shown[at], drawing?.spots[at]]
  const told = (each: Point) => `${text(each.value)}, ${when(each.at)}`
  const [first, last, low, high] = outline
    ? [told(outline.first), told(outline.last), told(outline.low), told(outline.high)]
    : []
  // An empty chart has no image role and no tab stop.
  const named = outline && {
    role: 'img',
    'aria-label': t`${label}. First: ${first}. Last: ${last}. Lowest: ${low}. Highest: ${high}.`,
    tabIndex: 0,
  }
  return (
    <div className={`relative ${height}`} aria-busy={points === undefined && !failed}>
      <div ref={ref} className="absolute inset-0 touch-pan-y rounded-control select-none" {...named} {...handlers}>
        {drawing ? <Plot drawing={drawing} at={at} dim={dim} /> : null}
        {point && spot && box ? (
          <Tip x={spot.x} width={box.width} value={text(point.value)} when={when(point.at)} />
        ) : null}
      </div>
      <p aria-live="polite" className="sr-only">
        {byKey && point ? told(point) : null}
      </p>
      {points?.length === 0 ? (
        <Over>
          <Trans>Nothing to show yet</Trans>
        </Over>
      ) : null}
      {points === undefined && failed ? (
        <Over onRetry={onRetry}>
          <Trans>Prices did not load</Trans>
        </Over>
      ) : null}
    </div>
  )
}
