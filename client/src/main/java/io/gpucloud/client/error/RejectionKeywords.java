package io.gpucloud.client.error;

import io.gpucloud.client.error.RejectionClassifier.Reason;
import java.util.regex.Pattern;

/**
 * Words that distinguish the reasons of rejections: assumption {@code rejection-keywords}. The name of a resource is
 * not enough, because texts about other things contain it too: a word such as "no" must be near.
 */
final class RejectionKeywords {

    /** No rejection says its reason later, and a search takes time for each character. */
    private static final int MAX_LENGTH = 2000;

    private static final Pattern IDENTIFIER = Pattern.compile("(?<=[a-z])(?=[A-Z])|[_-]");
    private static final Pattern SHORT_NOT = Pattern.compile("(?i)(?<=can)'?t\\b|n['’]t\\b");

    private static final String WORDS = "(?:[\\w'.:]+ ){0,3}";
    private static final String IS =
            "(?:is |are |was |has been |have been )?(?:currently |temporarily |now |already |all )?";

    /** The supply of the service for all accounts. */
    private static final String SUPPLY = "(?:capacity|stock|inventory|suppl(?:y|ies)|availability|resources?)";

    private static final String HOST =
            "(?:gpus?|cards|accelerators?|machines?|hosts?|nodes?|servers?|vms?|slots?|instance types?|offers?"
                    + "|rtx \\w+|[abhlptv]\\d{1,3}s?|[2-5]0[5-9]0s?)";
    private static final String UNIT = "(?:" + HOST + "|instances?|runtimes?)";
    private static final String OF_THIS_KIND = "(?:(?:of|in|with) (?:this|that|the|your) (?:[\\w']+ ){1,2})?"
            + "(?:(?:is|are|was|were|has|have|could|can|be|been|currently|with) ){0,3}";
    private static final String FREE =
            "(?:free|available|in stock|idle|spare|unused|remaining|left|suitable|valid|matching|more|enough|sufficient)";
    private static final String NOT_ENOUGH =
            "(?:not enough|no enough|insufficient|not sufficient|not have (?:the|enough|sufficient)|out of|short(?:age)? of|lack of)";
    private static final String NO = "(?:no|none of the|0|zero|any)(?: longer any)?(?! such)";

    private static final String UNAVAILABLE =
            "(?:not |no longer |un)(?:currently )?available(?! (?:for|to|in|with) (?:your|this|the selected) (?:account|plan|image))";

    private static final Pattern CAPACITY = anyOf(
            "\\b(?:" + NOT_ENOUGH + "|lacks?|lacking|not have any|no longer any|no|0)(?! such) " + WORDS + SUPPLY
                    + "\\b",
            "\\b" + SUPPLY + " (?:[\\w']+ )?" + IS
                    + "(?:exhausted|depleted|insufficient|oversubscribed|exceeded|unavailable|not available|shortage|constraints?)",
            "\\b" + NOT_ENOUGH + " " + WORDS + "(?:[\\w.]+/)?" + UNIT + "\\b",
            "\\b" + NO + " " + WORDS + FREE + " (?:[\\w']+ ){0,2}" + UNIT + "\\b",
            "\\b" + NO + " (?:[\\w']+ )?" + UNIT + " " + OF_THIS_KIND + "(?:" + FREE + "|fit|allocated|reserved)\\b",
            "\\b" + NO + " (?:[\\w']+ )?" + HOST + " " + OF_THIS_KIND + "found\\b",
            "\\b(?:failed to|unable to|could not|cannot) find (?:[\\w']+ ){0,2}" + FREE + " (?:[\\w']+ )?" + UNIT
                    + "\\b",
            "\\b(?:unable to|could not|cannot) (?:provision|allocate|launch) (?:any )?(?:more|additional) " + UNIT
                    + "(?! than)",
            "\\bonly \\d+ (?:[\\w']+ )?" + UNIT,
            "\\b(?:gpus?|accelerators?|vms?|machines?|hosts?|offers?|model|size|sku|configuration|instance type) " + IS
                    + UNAVAILABLE,
            "\\b(?:zone|region|location|(?:instance|gpu|machine|vm|node|requested|selected) types?) " + WORDS + IS
                    + UNAVAILABLE,
            "\\b(?:all|every) " + WORDS + UNIT + " " + WORDS + IS
                    + "(?:occupied|in use|busy|taken|rented|allocated|used)",
            "\\b(?:gpus?|cards?|machines?|hosts?|servers?|offers?) (?!names? )(?:[\\w']+ ){0,5}(?:rented|leased|taken|used by (?:an)?other)",
            "\\banother (?:user|customer) (?:has )?(?:just |already )?(?:rented|leased)",
            "\\b" + UNIT + " " + IS + "(?:exhausted|depleted|scarce)",
            "\\b(?:cluster|pool|region|zone|pod|host|node|machine) is full\\b|\\bpool is empty\\b|\\bfully booked\\b|\\bat (?:full )?capacity\\b",
            "\\bexceeds? " + WORDS + "available|\\b(?:less|fewer) than (?:the )?(?:number )?requested",
            "\\bsold out\\b|\\b(?:no longer|not) (?:on|for) sale\\b|\\bhigh demand\\b|\\bdemand exceeds\\b",
            "(?:资源池?|算力|显卡|gpu|卡|机器|主机|节点|机型|服务器|规格|型号|容量|库存)\\s*"
                    + "(?:资源|空闲|剩余|可用|数量|卡|数|已经?|均|都|全部|暂时|目前|当前|被|他人|其他用户|别人|的|为)*\\s*"
                    + "(?:不足|不够|紧张|紧缺|耗尽|用尽|用完|满|占满|短缺|占用|租用|租出|租完|没有剩余|无剩余|少于|0|零)",
            "(?:显卡|gpu|卡|机器|主机|节点|机型|规格|型号)(?![名号码])[^，。,]{0,4}(?:暂不可用|暂时不可用|无空闲|没有空闲|无可用|被(?:其他用户|其他人|他人|别人)使用)",
            "(?:空闲|剩余|可用)(?:显卡|gpu|卡)数量?(?:小于|少于)",
            "售罄|售空|售完|卖完|抢光|抢完|抢空|缺货|无货|断货|(?:暂无|没有|无)(?:库存|(?:可用)?资源)",
            "(?:没有|暂无|无|缺少|缺乏)[^，。,]{0,6}(?:空闲|空余|可用|可以?分配|足够|剩余|满足)[^，。,]{0,8}" + "(?:资源|显卡|gpu|卡|机器|主机|节点|容量|算力)");

    /** A text with one of these is about a limit, a right or another kind of resource, whatever is missing. */
    private static final Pattern NOT_CAPACITY = anyOf(
            "quota|\\blimits?\\b|permission|disk|storage|volume|script|\\bkeys?\\b", "配额|上限|限制|权限|磁盘|系统盘|数据盘|硬盘|存储|空间");

    /** Compute cards count as money. */
    private static final String MONEY =
            "(?:balance(?! (?:details?|records?|history))|funds?|credits?(?! ?card)|money|wallet|cash|prepaid amount|available amount|compute cards?)";

    private static final String SPENDING = "(?:spend|spending|billing|budget|cost|consumption)";

    private static final Pattern FUNDS = anyOf(
            "\\b(?:not enough|insufficient|not sufficient|low|lack of|lacks|no|no more|out of|exhausted|negative|outstanding"
                    + "|unpaid|have (?:enough|sufficient)|empty|need (?:more|at least)) " + WORDS + MONEY + "\\b",
            "\\b" + MONEY
                    + " (?:[\\w'.$]+ ){0,4}(?:insufficient|not enough|too low|low|negative|exhausted|depleted|empty"
                    + "|used up|below|less than|not sufficient|not suffice|not cover|zero|overdrawn|exceeded|required|r[au]n out)\\b",
            "\\b(?:reached|exceed(?:s|ed)?|hit|over) " + WORDS + SPENDING + " (?:limit|cap|ceiling)\\b|\\bexceeds? "
                    + WORDS + "budget\\b",
            "\\b(?:" + SPENDING
                    + " (?:limit|cap|ceiling)|budget) (?:[\\w'.]+ ){0,4}(?:reached|exceeded|exhausted|used up|spent)\\b",
            "\\barrears\\b|\\boverdue\\b|\\bpast due\\b|\\byou owe\\b|\\bin debt\\b|\\bpayment (?:(?:is )?required|failed)|\\bcannot afford",
            "\\b(?:unpaid|outstanding) (?:bills?|invoices?|payments?)",
            "\\b(?:please|must|to|and|first) (?:recharge|top ?up)|\\b(?:recharge|top ?up) (?:your|the account|first|before)\\b",
            "\\b(?:add|deposit|purchase|buy) (?:more |some )?(?:funds|credits?|money)\\b",
            "\\bat least \\S+ in your (?:account|wallet|balance)",
            "(?:余额|餘額|资金|金额|钱包|预算|套餐余量|点数|积分|算力[卡币豆券值点]|[云金]币|点券|卡时|机时|代金券|(?:账户|账号|用户|信用|可用)额度)"
                    + "(?:已经?|当前|全部|可用|余额|的|都|为|最低)*\\s*(?:不足|不够|用完|用尽|耗尽|负|0|零|低于|少于|小于|过低|太低)",
            "(?:达到|超过|超出)[^，。,]{0,6}(?:消费|支出|费用|预算)(?:上限|限额|额度)",
            "欠费|欠款|透支|没钱|扣费失败|未(?:支付|付款|缴清|结清)的?(?:账单|费用)|确保[^，。]{0,6}余额",
            "(?:请|先|需|需要|及时|尽快|去)充值|充值后",
            "没有(?:足够的?|可用的?)?(?:余额|餘額|资金|点数)");

    private RejectionKeywords() {}

    static Reason reasonOf(String message) {
        String text = normalized(message.substring(0, Math.min(message.length(), MAX_LENGTH)));
        if (FUNDS.matcher(text).find()) {
            return Reason.INSUFFICIENT_FUNDS;
        }
        boolean capacity =
                CAPACITY.matcher(text).find() && !NOT_CAPACITY.matcher(text).find();
        return capacity ? Reason.NO_CAPACITY : Reason.OTHER;
    }

    /** Separates the words of identifiers such as OUT_OF_STOCK and NotEnoughGpu, and writes "isn't" as two words. */
    private static String normalized(String message) {
        String words = IDENTIFIER.matcher(message).replaceAll(" ");
        return SHORT_NOT.matcher(words).replaceAll(" not").replaceAll("\\s+", " ");
    }

    private static Pattern anyOf(String... phrases) {
        return Pattern.compile(String.join("|", phrases), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    }
}
