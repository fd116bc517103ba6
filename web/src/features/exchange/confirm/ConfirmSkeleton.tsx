import { Sheet, SheetPart } from '../../../ui/Sheet'
import { Skeleton } from '../../../ui/Skeleton'

/** The placeholder of the confirmation, with its parts. */
export function ConfirmSkeleton() {
  return (
    <div className="grid grid-cols-1 items-start gap-5 desk:grid-cols-[minmax(0,1fr)_336px]" aria-busy="true">
      <Sheet>
        <SheetPart>
          <Skeleton className="h-16" />
        </SheetPart>
        <SheetPart>
          <Skeleton className="h-10" />
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-5" />
          ))}
        </SheetPart>
        <SheetPart>
          <Skeleton className="h-10" />
        </SheetPart>
        <SheetPart>
          <Skeleton className="h-[54px] rounded-m" />
        </SheetPart>
      </Sheet>
      <Skeleton className="h-60 rounded-card" />
    </div>
  )
}
