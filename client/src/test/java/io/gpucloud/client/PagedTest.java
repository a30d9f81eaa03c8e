package io.gpucloud.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PagedTest {

    private final List<Integer> requested = new ArrayList<>();

    private Paged<String> list(@Nullable Integer total, List<List<String>> pages) {
        return Paged.of((number, size) -> {
            requested.add(number);
            return new Page<>(number, number <= pages.size() ? pages.get(number - 1) : List.of(), total);
        });
    }

    @Test
    void requestsNothingBeforeARecordIsRead() {
        Paged<String> list = list(2, List.of(List.of("a"), List.of("b")));
        Iterator<String> items = list.iterator();
        assertThat(requested).isEmpty();

        assertThat(items.next()).isEqualTo("a");
        assertThat(requested).containsExactly(1);

        assertThat(items.next()).isEqualTo("b");
        assertThat(requested).containsExactly(1, 2);
    }

    @Test
    void requestsNoMorePagesThanAStreamNeeds() {
        assertThat(list(4, List.of(List.of("a", "b"), List.of("c", "d"))).stream()
                        .limit(2)
                        .toList())
                .containsExactly("a", "b");
        assertThat(requested).containsExactly(1);
    }

    @Test
    void everyIteratorStartsAtTheFirstPage() {
        Paged<String> list = list(1, List.of(List.of("a")));

        assertThat(list).containsExactly("a");
        assertThat(list).containsExactly("a");
        assertThat(requested).containsExactly(1, 1);
    }

    @Test
    void returnsSinglePages() {
        assertThat(list(3, List.of(List.of("a", "b"), List.of("c"))).pages())
                .containsExactly(new Page<>(1, List.of("a", "b"), 3), new Page<>(2, List.of("c"), 3));
    }

    @Test
    void throwsBeyondTheLastRecord() {
        Iterator<String> items = list(0, List.of()).iterator();

        assertThat(items.hasNext()).isFalse();
        assertThatThrownBy(items::next).isInstanceOf(NoSuchElementException.class);
        assertThat(requested).containsExactly(1);
    }

    @Test
    void requestsAPageThatFailedAgain() {
        Page<String> first = new Page<>(1, List.of("a"), 3);
        Page<String> second = new Page<>(2, List.of("b"), 3);
        Page<String> third = new Page<>(3, List.of("c"), 3);
        Iterator<Page<String>> pages = Paged.of((number, size) -> {
                    requested.add(number);
                    if (requested.equals(List.of(1, 2))) {
                        throw new IllegalStateException("not now");
                    }
                    return List.of(first, second, third).get(number - 1);
                })
                .pages()
                .iterator();
        assertThat(pages.next()).isEqualTo(first);
        assertThatThrownBy(pages::hasNext).hasMessage("not now");

        assertThat(pages).toIterable().containsExactly(second, third);
        assertThat(requested).containsExactly(1, 2, 2, 3);
    }

    @Test
    void rejectsInvalidPages() {
        Paged<String> list = list(0, List.of());

        assertThatThrownBy(() -> list.page(0)).hasMessage("pages are numbered from 1");
        assertThatThrownBy(() -> list.withPageSize(0)).hasMessage("the page size must be 1 or more, not 0");
    }

    @Test
    void requestsPagesOf20ByDefault() {
        List<Integer> sizes = new ArrayList<>();
        Paged<String> list = Paged.of((number, size) -> {
            sizes.add(size);
            return new Page<>(number, List.of(), null);
        });

        list.page(1);
        list.withPageSize(50).page(1);

        assertThat(sizes).containsExactly(20, 50);
    }

    @Test
    void aPageIsCompleteOnlyIfItHasAllRecords() {
        assertThat(list(2, List.of(List.of("a", "b"))).page(1).items().isComplete())
                .isTrue();
        assertThat(list(3, List.of(List.of("a", "b"))).page(1).items().isComplete())
                .isFalse();
        assertThat(list(null, List.of(List.of("a", "b"))).page(1).items().isComplete())
                .isFalse();
    }

    @Nested
    class Ends {

        @ParameterizedTest
        @CsvSource(delimiter = ';', nullValues = "unknown", textBlock = """
                3;       a b|c|d;   a b c;   1 2
                9;       a|;        a;       1 2
                9;       a b|a b|c; a b;     1 2
                4;       a b|c|d;   a b c d; 1 2 3
                unknown; a|b;       a b;     1 2 3
                """)
        void endsAtTheTotalAtAnEmptyPageOrAtARepeatedPage(
                @Nullable Integer total, String pages, String items, String numbers) {
            Paged<String> list = list(
                    total, Stream.of(pages.split("\\|", -1)).map(Ends::words).toList());

            assertThat(list).containsExactlyElementsOf(words(items));
            assertThat(requested).map(String::valueOf).containsExactlyElementsOf(words(numbers));
        }

        private static List<String> words(String text) {
            return text.isEmpty() ? List.of() : List.of(text.split(" "));
        }

        @Test
        void doesNotEndAtAPageOfUnreadableRecords() {
            Paged<String> list = Paged.of((number, size) -> switch (number) {
                case 1 -> new Page<>(1, Listing.of(List.of(), List.of("1", "2"), true), null);
                case 2 -> new Page<>(2, Listing.of(List.of(), List.of("3", "4"), true), null);
                case 3 -> new Page<>(3, List.of("a"), null);
                default -> new Page<>(number, List.of(), null);
            });

            assertThat(list).containsExactly("a");
        }

        @Test
        void endsAtARepeatedPageOfUnreadableRecords() {
            Paged<String> list =
                    Paged.of((number, size) -> new Page<>(number, Listing.of(List.of(), List.of("1"), true), null));

            assertThat(list).isEmpty();
        }

        @Test
        void countsUnreadableRecordsTowardsTheTotal() {
            Paged<String> list = Paged.of((number, size) -> {
                requested.add(number);
                return new Page<>(number, Listing.of(List.of("a" + number), List.of("{}"), true), 4);
            });

            assertThat(list).containsExactly("a1", "a2");
            assertThat(requested).containsExactly(1, 2);
        }
    }

    @Nested
    class AListThatIsThereAlready {

        @Test
        void canBeCreatedWithoutAService() {
            Paged<String> given = Paged.of(List.of("a", "b"));

            assertThat(given.withPageSize(1)).containsExactly("a", "b");
            assertThat(given.page(2).items()).isEmpty();
            assertThat(Paged.of(List.of())).isEmpty();
        }
    }
}
