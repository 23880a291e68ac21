import {
  memo,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
} from 'react';

import type { Interpretation } from '#identifiers/interpretations.ts';

import type { ThingsAddress } from '../list/filters/thingsAddress.ts';
import { useSingleKeys } from '../list/useSingleKeys.ts';
import { findOptions, pasteIntoField } from './findOptions.ts';
import { kinds, interpretationFilter, reason } from './interpretationKinds.ts';

import styles from './FindSim.module.css';

interface FindSimProps {
  /** The list's filters. */
  filters: ThingsAddress['filters'];
  onFind: (change: Partial<ThingsAddress>) => void;
  /** Moves the focus to the first row. Returns false if there is no row. */
  onGoToRows: () => boolean;
  /** Whether `/` moves the focus here (WCAG 2.1.4: single keys can be switched off). */
  shortcutsOn: boolean;
}

/**
 * Shows the possible interpretations of a typed or pasted identifier or name, and filters the list by the one chosen.
 * Nothing is sent before that.
 */
export const FindSim = memo(function FindSim({
  filters,
  onFind,
  onGoToRows,
  shortcutsOn,
}: FindSimProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(0);
  const { options, notes } = useMemo(() => findOptions(text), [text]);
  const found = useFound(filters, (gone) => {
    if (gone === text) setText('');
  });
  useSingleKeys({ '/': () => input.current?.focus() }, shortcutsOn);
  const shown = isOpen && options.length > 0;

  function change(next: string) {
    setText(next);
    setActive(0);
    setIsOpen(true);
  }

  function choose(interpretation: Interpretation | undefined) {
    if (interpretation === undefined) return;
    setIsOpen(false);
    found.note(text, interpretation);
    onFind(interpretationFilter(interpretation));
    // The on-screen keyboard would cover the result.
    if (window.matchMedia('(pointer: coarse)').matches) input.current?.blur();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && shown) {
      setIsOpen(false);
      event.stopPropagation();
    } else if (event.key === 'ArrowDown' && !shown && !event.altKey && text === found.text) {
      // Moves to the found row. With Alt, opens the interpretations instead.
      if (onGoToRows()) event.preventDefault();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setIsOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : options.length - 1;
      setActive(shown && !event.altKey ? (active + step) % options.length : 0);
    }
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const given = event.clipboardData.getData('text');
    const pasted = pasteIntoField(given);
    // The browser pastes a single line itself. With several lines, it would drop the line breaks.
    if (pasted === given.trim()) return;
    const { selectionStart, selectionEnd } = event.currentTarget;
    event.preventDefault();
    change(text.slice(0, selectionStart ?? 0) + pasted + text.slice(selectionEnd ?? text.length));
  }

  return (
    <form
      role="search"
      className={styles.find}
      onSubmit={(event) => {
        event.preventDefault();
        choose(options[shown ? active : 0]);
      }}
    >
      <label htmlFor={id} className={styles.label}>
        Find a SIM
      </label>
      <div className={styles.box}>
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" className={styles.icon}>
          <circle cx="7" cy="7" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.6" />
          <path
            d="M10.5 10.5 14 14"
            stroke="currentColor"
            strokeWidth="1.6"
            strokeLinecap="round"
          />
        </svg>
        <input
          ref={input}
          id={id}
          role="combobox"
          aria-expanded={shown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={shown ? `${id}-${active}` : undefined}
          aria-keyshortcuts={shortcutsOn ? '/' : undefined}
          placeholder="ICCID, IMSI, IMEI, MSISDN or name"
          className={styles.input}
          value={text}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onClick={() => setIsOpen(true)}
          onBlur={() => setIsOpen(false)}
        />
        {shortcutsOn && (
          <kbd aria-hidden="true" className={styles.key}>
            /
          </kbd>
        )}
        <FindOptionList
          id={id}
          options={shown ? options : []}
          notes={shown ? notes : []}
          active={active}
          onChoose={choose}
        />
      </div>
    </form>
  );
});

interface FindOptionListProps {
  /** Id of the combobox; the ids of the list and its options are derived from it. */
  id: string;
  /** Empty while the popup is closed. */
  options: readonly Interpretation[];
  notes: readonly string[];
  active: number;
  onChoose: (interpretation: Interpretation) => void;
}

/** The combobox's popup: notes on the text, and a listbox of its interpretations, each with a reason. */
function FindOptionList({ id, options, notes, active, onChoose }: FindOptionListProps) {
  const list = useRef<HTMLDivElement>(null);
  const isOpen = options.length > 0;
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  return (
    <div className={isOpen ? styles.popup : styles.closed}>
      <div role="status" className={styles.notes}>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        {isOpen && notes.length === 0 && <p>{summary(options.length)}</p>}
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label="Interpretations"
        className={styles.list}
        // Keeps focus in the field.
        onMouseDown={(event) => event.preventDefault()}
      >
        {options.map((interpretation, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles the keys
          <div
            key={`${interpretation.kind} ${interpretation.value}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={styles.option}
            onClick={() => onChoose(interpretation)}
          >
            <span className={styles.kind}>{kinds[interpretation.kind].label}</span>
            <span className={styles.value}>{interpretation.value}</span>
            <span className={styles.reason}>{reason(interpretation)}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

function summary(count: number): string {
  return count === 1
    ? 'One interpretation: press Enter to find it.'
    : `${count} interpretations: press Enter to find the first.`;
}

interface Found {
  readonly text: string;
  readonly interpretation: Interpretation;
  /** Whether the list is already filtered by the search. The URL changes shortly after the choice. */
  readonly wasApplied: boolean;
}

/**
 * Keeps the last search while it filters the list; after that, its text in the field would be misleading.
 *
 * @param onGone called with the text when the list is no longer filtered by it
 */
function useFound(
  filters: ThingsAddress['filters'],
  onGone: (text: string) => void,
): {
  readonly text: string | undefined;
  readonly note: (text: string, interpretation: Interpretation) => void;
} {
  const [found, setFound] = useState<Found>();
  const isApplied = found !== undefined && isFilteredBy(filters, found.interpretation);
  if (found !== undefined && isApplied !== found.wasApplied) {
    setFound(isApplied ? { ...found, wasApplied: true } : undefined);
    if (!isApplied) onGone(found.text);
  }
  return {
    text: isApplied ? found.text : undefined,
    note: (text, interpretation) => setFound({ text, interpretation, wasApplied: false }),
  };
}

function isFilteredBy(filters: ThingsAddress['filters'], { kind, value }: Interpretation): boolean {
  return filters[kinds[kind].filter] === value;
}
