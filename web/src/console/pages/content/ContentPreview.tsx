import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { blocksOf } from '../../../domain/article/articles'
import { ArticleText } from '../../../domain/article/ArticleText'
import { config } from '../../../host/config'
import { BannerCard } from '../../../ui/BannerCard'
import { Card } from '../../../ui/Card'
import { Segmented } from '../../../ui/Segmented'
import { SlideCard } from '../../../ui/SlideCard'

type ContentPreviewProps = {
  kind: 'banner' | 'slide' | 'article'
  picture: string
  link: string
  words: { title: string; text: string; button: string }
}

/** What customers will see, on a phone and on a desktop. */
export function ContentPreview({ kind, picture, link, words }: ContentPreviewProps) {
  const { t } = useLingui()
  const [width, setWidth] = useState<'phone' | 'desktop'>('phone')
  const shown = { picture, ...words, title: words.title || t`Title`, href: link || undefined }
  const stay = () => undefined
  return (
    <div className="grid gap-2">
      <Segmented
        label={t`Preview`}
        value={width}
        onChange={setWidth}
        options={[
          { value: 'phone', label: t`Phone` },
          { value: 'desktop', label: t`Desktop` },
        ]}
      />
      <div className="overflow-x-auto rounded-card bg-sunken p-3" data-testid="content-preview">
        <div className={width === 'phone' ? 'mx-auto w-[300px] max-w-full' : 'w-[520px]'}>
          {kind === 'banner' ? (
            <BannerCard {...shown} onFollow={stay} />
          ) : kind === 'slide' ? (
            <SlideCard {...shown} onFollow={stay} />
          ) : (
            <Card title={shown.title}>
              <ArticleText blocks={blocksOf(words.text.split('\n'))} company={config.tenant.name} />
            </Card>
          )}
        </div>
      </div>
    </div>
  )
}
