import { useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BannerCard } from '../../ui/BannerCard'
import { closedHere, closeHere } from './closedHere'
import { contentQuery, dismiss } from './queries'

type BannersProps = {
  place: 'home' | 'landing'
  /** Follows a link of the app. */
  onFollow: (href: string) => void
}

/** The banners of a page. A customer's account remembers what they close; a visitor's browser does. */
export default function Banners({ place, onFollow }: BannersProps) {
  const { t, i18n } = useLingui()
  const { data } = useQuery(contentQuery(place, i18n.locale))
  const [closed, setClosed] = useState(() => (place === 'landing' ? closedHere() : []))
  const note = useMutation({ mutationFn: (id: string) => dismiss([id]), retry: 2 })
  const close = (id: string) => {
    setClosed((now) => [...now, id])
    if (place === 'landing') closeHere(id)
    else note.mutate(id)
  }
  const shown = data?.filter(({ id }) => !closed.includes(id)) ?? []
  if (shown.length === 0) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {shown.map(({ id, link, title, text, button, picture, language }) => (
        <div key={id} lang={language}>
          <BannerCard
            picture={picture}
            title={title}
            text={text}
            button={button}
            href={link}
            onFollow={link ? () => onFollow(link) : undefined}
            onClose={() => close(id)}
            closeLabel={t`Close “${title}”`}
          />
        </div>
      ))}
    </div>
  )
}
