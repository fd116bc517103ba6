import { Trans, useLingui } from '@lingui/react/macro'
import { type PointerEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { onboarded } from '../../../api/onboarded'
import { offers } from '../../../host/config'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { Picture } from './Picture'
import { type SlideId, slidesFor, stepTo, swipe } from './slides'

type SlidesProps = {
  /** The label of the last slide's button. */
  finish: ReactNode
  onDone: () => void
  /** A second action on the last slide. */
  also?: ReactNode
}

type Touch = { x: number; y: number; at: number }

/** The product in three slides, with buttons, keys and swipes. Shown once per browser. */
export function Slides({ finish, onDone, also }: SlidesProps) {
  const { t } = useLingui()
  const slides = slidesFor(offers)
  const [at, setAt] = useState(0)
  const touch = useRef<Touch>(undefined)
  useEffect(onboarded.keep, [])
  const slide = slides[at]
  const last = at >= slides.length - 1
  const step = (by: number) => setAt((now) => stepTo(now, by, slides.length))
  const press = useEffectEvent(({ key, target }: KeyboardEvent) => {
    // The language list handles arrow keys itself.
    if (target instanceof HTMLSelectElement) return
    if (key === 'ArrowRight') step(1)
    if (key === 'ArrowLeft') step(-1)
    if (key === 'Escape') onDone()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  const lift = (event: PointerEvent<HTMLElement>) => {
    const from = touch.current
    touch.current = undefined
    if (!from) return
    const { clientX, clientY, currentTarget, timeStamp } = event
    step(swipe(clientX - from.x, clientY - from.y, currentTarget.clientWidth, timeStamp - from.at))
  }
  return (
    <Card>
      <section aria-roledescription={t`slides`} aria-label={t`What you can do here`}>
        <div
          className="touch-pan-y select-none"
          onPointerDown={({ clientX: x, clientY: y, timeStamp }) => {
            touch.current = { x, y, at: timeStamp }
          }}
          onPointerUp={lift}
          onPointerCancel={() => {
            touch.current = undefined
          }}
        >
          {slide ? (
            <>
              <div key={slide} className="motion-safe:animate-[slide-in_200ms_ease-out]">
                <Picture of={slide} />
              </div>
              <div aria-live="polite" className="min-h-40 pt-6">
                <h1 tabIndex={-1} className="text-balance">
                  <Title of={slide} />
                </h1>
                <p className="mt-2 text-muted">
                  <Words of={slide} />
                </p>
              </div>
            </>
          ) : null}
        </div>
        <Dots count={slides.length} at={at} onChoose={setAt} />
        <div className="mt-5 grid gap-3">
          <Button onClick={last ? onDone : () => step(1)}>{last ? finish : <Trans>Next</Trans>}</Button>
          {last ? (
            also
          ) : (
            <Button variant="quiet" onClick={onDone}>
              <Trans>Skip</Trans>
            </Button>
          )}
        </div>
      </section>
    </Card>
  )
}

type DotsProps = { count: number; at: number; onChoose: (place: number) => void }

/** The position among the slides, with links to each. */
function Dots({ count, at, onChoose }: DotsProps) {
  const { t } = useLingui()
  return (
    <div className="-mx-2 flex justify-center">
      {Array.from({ length: count }, (_, place) => (
        <button
          key={place}
          type="button"
          aria-label={t`Slide ${place + 1} of ${count}`}
          aria-current={place === at ? 'true' : undefined}
          className="grid size-11 place-items-center rounded-full"
          onClick={() => onChoose(place)}
        >
          <span className={`h-2 rounded-full ${place === at ? 'w-6 bg-brand' : 'w-2 bg-edge'}`} />
        </button>
      ))}
    </div>
  )
}

function Title({ of }: { of: SlideId }) {
  switch (of) {
    case 'price':
      return <Trans>The whole price, before you pay</Trans>
    case 'order':
      return <Trans>See where your money is</Trans>
    case 'balances':
      return <Trans>Balances that can be proved</Trans>
  }
}

function Words({ of }: { of: SlideId }) {
  switch (of) {
    case 'price':
      return <Trans>Buy, sell and swap. Every fee has its own line, and the price is held while you confirm it.</Trans>
    case 'order':
      return (
        <Trans>
          Each order shows what has happened and what comes next. If something goes wrong, you choose: get the money
          back, or keep it on your balance.
        </Trans>
      )
    case 'balances':
      return (
        <Trans>
          You can check for yourself, in your own browser and without having to trust us, that what we owe you is
          counted.
        </Trans>
      )
  }
}
