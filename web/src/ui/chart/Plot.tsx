import type { Drawing } from './drawing'

type PlotProps = { drawing: Drawing; at: number | undefined; dim: boolean }

/** The SVG of a chart: grid, area, line, and a dot at the end or at the selected point. */
export function Plot({ drawing, at, dim }: PlotProps) {
  const { frame, lines, labels, spots, line, area } = drawing
  const dot = at === undefined ? spots.at(-1) : spots[at]
  return (
    <svg aria-hidden="true" className="absolute inset-0 size-full overflow-visible text-[12px]">
      {lines.map(({ y }) => (
        <line key={y} x1={frame.left} x2={frame.right} y1={y} y2={y} className="stroke-grid" strokeDasharray="4 4" />
      ))}
      <g className="fill-muted" textAnchor="end">
        {lines.map(({ y, text }) => (
          <text key={y} x="100%" y={y + 4}>
            {text}
          </text>
        ))}
      </g>
      <g className="fill-muted" textAnchor="middle">
        {labels.map(({ x, text }) => (
          <text key={x} x={x} y={frame.bottom + 20}>
            {text}
          </text>
        ))}
      </g>
      <g className={dim ? 'opacity-55' : undefined}>
        <path d={area} className="fill-brand" fillOpacity={0.13} />
        <path
          d={line}
          pathLength={1}
          fill="none"
          strokeWidth={2.25}
          strokeLinejoin="round"
          strokeLinecap="round"
          className="chart-line stroke-brand"
        />
        {at !== undefined && dot ? (
          <line x1={dot.x} x2={dot.x} y1={0} y2={frame.bottom} className="stroke-muted" />
        ) : null}
        {dot ? (
          <circle
            cx={dot.x}
            cy={dot.y}
            r={at === undefined ? 4 : 7}
            strokeWidth={at === undefined ? 0 : 3}
            className="fill-brand stroke-surface"
          />
        ) : null}
      </g>
    </svg>
  )
}
