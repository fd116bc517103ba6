import { Card } from './Card'

/** Keeps the place of a chart's card until its code is there. On a phone `views` to choose from are a line of their own. */
export function ChartGap({ views = false }: { views?: boolean }) {
  return (
    <Card>
      <div aria-busy="true" className={`desk:h-[360px] ${views ? 'h-[364px] sm:h-[320px]' : 'h-[320px]'}`} />
    </Card>
  )
}
