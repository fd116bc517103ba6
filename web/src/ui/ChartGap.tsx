import { Card } from './Card'

/**
 * The placeholder of a chart's card while its code loads. With `views` to choose from, a phone needs an additional
 * line.
 */
export function ChartGap({ views = false }: { views?: boolean }) {
  return (
    <Card>
      <div aria-busy="true" className={`desk:h-[360px] ${views ? 'h-[364px] sm:h-[320px]' : 'h-[320px]'}`} />
    </Card>
  )
}
