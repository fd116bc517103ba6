import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { SlideCard } from '../../ui/SlideCard'
import { contentQuery, dismiss } from './queries'

/** The slides that welcome a new customer, once. Closing them at any slide is enough. */
export default function Slides({ onFollow }: { onFollow: (href: string) => void }) {
  const { t, i18n } = useLingui()
  const { data } = useQuery(contentQuery('onboarding', i18n.locale))
  const [at, setAt] = useState(0)
  const [isOver, setOver] = useState(false)
  const note = useMutation({ mutationFn: dismiss, retry: 2 })
  const slides = data ?? []
  const slide = slides[Math.min(at, slides.length - 1)]
  if (!slide) return null
  const close = () => {
    setOver(true)
    note.mutate(slides.map(({ id }) => id))
  }
  const follow = (href: string) => {
    close()
    onFollow(href)
  }
  const [place, count] = [at + 1, slides.length]
  const { link } = slide
  return (
    <Dialog open={!isOver} onClose={close} title={<Trans>Welcome</Trans>}>
      <div className="grid gap-4">
        <div lang={slide.language} aria-live="polite">
          <SlideCard
            picture={slide.picture}
            title={slide.title}
            text={slide.text}
            button={slide.button}
            href={link}
            onFollow={link ? () => follow(link) : undefined}
          />
        </div>
        {count > 1 ? <p className="text-center text-[13px] text-muted">{t`${place} of ${count}`}</p> : null}
        <div className="grid grid-cols-2 gap-2">
          <Button variant="quiet" onClick={close}>
            <Trans>Skip</Trans>
          </Button>
          {place < count ? (
            <Button onClick={() => setAt(at + 1)}>
              <Trans>Next</Trans>
            </Button>
          ) : (
            <Button onClick={close}>
              <Trans>Done</Trans>
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
