import { lazy, useEffect, useId, useState } from 'react';

import { Button } from '#ui/Button.tsx';
import { OnDemand } from '#ui/OnDemand.tsx';
import { preload } from '#ui/preload.ts';

import { messages } from '../messages.ts';

import styles from './ImpactSection.module.css';

const loadPreview = () => import('./ImpactPreview.tsx');
const ImpactPreview = lazy(async () => ({ default: (await loadPreview()).ImpactPreview }));

interface ImpactSectionProps {
  /** As stored; empty where the service does not report it. */
  groupName: string;
  groupId: string;
  reportedTotal: number | undefined;
  /** As typed so far. */
  prefix: string;
  onUsePrefix: (prefix: string) => void;
}

/** The preview on the page, for whom wants to know before saving. Reads nothing before it is asked to. */
export function ImpactSection(props: ImpactSectionProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  useEffect(() => preload(loadPreview), []);
  return (
    <div className={styles.section}>
      <Button
        aria-expanded={isOpen}
        {...(isOpen && { 'aria-controls': id })}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? messages.hideImpact : messages.previewImpact}
      </Button>
      <div id={id}>
        {isOpen && (
          <OnDemand onDismiss={() => setIsOpen(false)}>
            <ImpactPreview {...props} />
          </OnDemand>
        )}
      </div>
    </div>
  );
}
